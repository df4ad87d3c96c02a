-- Up Migration

-- Which engines a team may use, in its order of preference; null: all of them, in the operator's order.
ALTER TABLE teams ADD COLUMN engines text[] CHECK (cardinality(engines) > 0);

-- Down Migration

ALTER TABLE teams DROP COLUMN engines;
