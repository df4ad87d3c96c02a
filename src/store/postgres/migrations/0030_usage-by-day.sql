-- Up Migration

-- Operators read the usage of all teams for a period. The primary key begins with the team, so without this every row of
-- every day would be read. A B-tree, not BRIN, which reads everything until a vacuum has summed up what is new. It is built
-- beforehand, without a lock.
CREATE INDEX IF NOT EXISTS usage_daily_by_day ON usage_daily (day);

-- Down Migration

DROP INDEX usage_daily_by_day;
