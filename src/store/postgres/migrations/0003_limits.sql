-- Up Migration

-- How fast a team may call. On `teams`, which is hardly ever written, and not on the balance that every charge
-- updates: the key lookup reads them with every request.
ALTER TABLE teams
  ADD COLUMN requests_per_second   integer NOT NULL DEFAULT 100     CHECK (requests_per_second BETWEEN 1 AND 100000),
  ADD COLUMN requests_burst        integer NOT NULL DEFAULT 200     CHECK (requests_burst BETWEEN 1 AND 1000000),
  ADD COLUMN characters_per_minute integer NOT NULL DEFAULT 1000000 CHECK (characters_per_minute BETWEEN 1 AND 1000000000),
  ADD COLUMN calls_in_flight       integer NOT NULL DEFAULT 64      CHECK (calls_in_flight BETWEEN 1 AND 100000);
COMMENT ON COLUMN teams.calls_in_flight IS 'calls at once, per node';

-- The nodes that serve calls, by their heartbeats: each counts the others, to know its share of a team's limit
-- while Redis is away. Logged on purpose: a table that a crash empties would make every node believe that it is
-- alone, and the shares would add up to more than the limit.
CREATE TABLE nodes (
  id        uuid PRIMARY KEY,
  last_seen timestamptz NOT NULL,
  is_alone  boolean NOT NULL
) WITH (fillfactor = 50);
COMMENT ON COLUMN nodes.is_alone IS 'the node does not reach Redis and keeps its share of the limits by itself';

-- Down Migration

DROP TABLE nodes;
ALTER TABLE teams DROP COLUMN requests_per_second, DROP COLUMN requests_burst,
  DROP COLUMN characters_per_minute, DROP COLUMN calls_in_flight;
