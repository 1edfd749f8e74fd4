"""The front door for programs and pages: tables, links, rounds, people over HTTP, and live streams."""
