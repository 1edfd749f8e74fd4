"""The software Dealer: turns and their clocks, which server deals which table, recovery, the watchdog."""
