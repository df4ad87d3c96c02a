-- Adds a partition to `parent`. Made on its own and attached, which keeps nobody from reading or writing `parent`.
CREATE OR REPLACE FUNCTION add_partition(parent text, name text, lower_bound text, upper_bound text, storage text DEFAULT '')
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF to_regclass(name) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) %s', name, parent, storage);
  END IF;
  IF NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(name)) THEN
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, name, lower_bound, upper_bound);
  END IF;
END $$;
