"""Findings of a scenario, as exceptions."""

from __future__ import annotations


class Fault(Exception):
    """The client or the server under test did something that the protocol forbids, or left something out."""


class NotApplicable(Exception):
    """The scenario is about something that this client or server does not do, and need not."""
