"""One signed page about one round, which anybody can check without the journal."""
