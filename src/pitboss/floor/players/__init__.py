"""Players: their session and time, the limits that they set for themselves, breaks and reality checks."""
