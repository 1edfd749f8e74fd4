"""Tests of the simulated rounds."""
