"""Holds insulate.pc, for `pkgconf` and builds that look for it through entry points."""
