-- From here on this column is encrypted with the key file. `clinic serve` encrypts what earlier releases stored, and the
-- keys of two-step verification, when it starts.
ALTER TABLE secrets RENAME COLUMN value TO sealed;
