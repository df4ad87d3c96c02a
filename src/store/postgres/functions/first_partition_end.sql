-- Until when what was written before partitions were made has its place; null when that is gone.
CREATE OR REPLACE FUNCTION first_partition_end(parent text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT substring(pg_get_expr(relpartbound, oid) FROM 'TO \(''([^'']+)''\)')::timestamptz
    FROM pg_inherits JOIN pg_class ON oid = inhrelid
   WHERE inhparent = parent::regclass AND pg_get_expr(relpartbound, oid) LIKE 'FOR VALUES FROM (MINVALUE)%'
$$;
