-- All stores of one database. What has one row here is a file or a folder in a store that is a folder.
CREATE SCHEMA IF NOT EXISTS plyglot;

CREATE TABLE IF NOT EXISTS plyglot.jobs (
    id serial PRIMARY KEY,
    name text NOT NULL UNIQUE,
    job text NOT NULL,
    is_closed boolean NOT NULL DEFAULT false,
    -- How many units have ended. A statement that ends one holds this row until it is committed: so
    -- whoever has seen the last number has seen all before it.
    ended bigint NOT NULL DEFAULT 0
);

CREATE TABLE IF NOT EXISTS plyglot.units (
    id bigserial PRIMARY KEY,
    job integer NOT NULL REFERENCES plyglot.jobs ON DELETE CASCADE,
    key text NOT NULL,
    input text NOT NULL,
    -- How often it was leased, how many of these leases were handed back unused, and how often it failed.
    leases integer NOT NULL DEFAULT 0,
    releases integer NOT NULL DEFAULT 0,
    failures integer NOT NULL DEFAULT 0,
    -- By the clock of the database; none if nobody has it.
    leased_until timestamptz,
    worker text,
    -- Its result, or why it was given up, and how many had ended with it.
    result text,
    failure text,
    ended bigint,
    UNIQUE (job, key)
);

CREATE INDEX IF NOT EXISTS units_to_do ON plyglot.units (job, leased_until NULLS FIRST, id)
    WHERE ended IS NULL;
CREATE UNIQUE INDEX IF NOT EXISTS units_ended ON plyglot.units (job, ended) WHERE ended IS NOT NULL;

CREATE TABLE IF NOT EXISTS plyglot.workers (
    job integer NOT NULL REFERENCES plyglot.jobs ON DELETE CASCADE,
    name text NOT NULL,
    info text NOT NULL,
    PRIMARY KEY (job, name)
);

CREATE TABLE IF NOT EXISTS plyglot.blobs (
    name text PRIMARY KEY,
    bytes bytea NOT NULL
);
