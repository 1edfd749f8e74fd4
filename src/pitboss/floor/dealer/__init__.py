"""The software Dealer of automatic tables: turns and clocks, assignment to servers, recovery, watchdog."""
