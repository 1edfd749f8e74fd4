"""Tables: state, events and rules of a table and its rounds. Pure, but for sealed decks."""
