"""Games without a Dealer's hand: every bet is paid by one's own cards and the community's."""
