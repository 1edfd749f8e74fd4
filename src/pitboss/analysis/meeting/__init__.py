"""Games of one decision, play or fold, after which the player's hand meets the Dealer's."""
