"""Reconciliation of a gaming day: tables against links, links against slips, all against the ledger."""
