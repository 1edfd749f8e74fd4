"""The mathematics report (PAR): one document, as HTML or PDF, the same bytes for the same sheet."""
