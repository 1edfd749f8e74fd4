"""A gaming day reconciled: tables against links, links against slips, everything against the ledger."""
