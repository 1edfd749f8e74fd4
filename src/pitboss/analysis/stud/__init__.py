"""The stud game: bet or fold with five cards against the Dealer's five, one of them face up."""
