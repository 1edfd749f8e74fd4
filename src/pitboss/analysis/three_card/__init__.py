"""The three-card games: play or fold against three cards of the Dealer's."""
