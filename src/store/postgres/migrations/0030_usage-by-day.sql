-- Up Migration

-- Operators read the usage of all teams for a period. The primary key begins with the team, so without this every row of
-- every day would be read. Days are written in order, so a few pages of BRIN suffice. Built beforehand, without a lock.
CREATE INDEX IF NOT EXISTS usage_daily_by_day ON usage_daily USING brin (day) WITH (autosummarize = on);

-- Down Migration

DROP INDEX usage_daily_by_day;
