# Dies of a signal that has no name.
kill -40 $$
