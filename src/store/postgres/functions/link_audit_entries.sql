-- Links the next entries of a log that has entries from before its chain, oldest first, at most so many. Returns how many.
-- Fewer than asked for: the chain is complete, and from then on every new entry is linked with its own transaction.
CREATE OR REPLACE FUNCTION link_audit_entries(chain uuid, at_most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  head audit_chains;
  entry record;
  count integer := 0;
BEGIN
  INSERT INTO audit_chains (chain_id) VALUES (chain) ON CONFLICT DO NOTHING;
  SELECT * INTO head FROM audit_chains WHERE chain_id = chain FOR UPDATE;
  IF head.is_complete THEN
    RETURN 0;
  END IF;
  FOR entry IN
    SELECT * FROM (
      SELECT id, audit_fields(id, at, action, subject_id, actor_type, actor_id, actor_name, address, request_id, details) AS fields
        FROM audit_log WHERE team_id = chain AND id > head.filled_to
      UNION ALL
      SELECT id, audit_fields(id, at, action, subject_id, actor_type, actor_id, actor_name, address, request_id, details)
        FROM installation_log WHERE chain = '00000000-0000-0000-0000-000000000000' AND id > head.filled_to
    ) AS entries ORDER BY id LIMIT at_most
  LOOP
    count := count + 1;
    head.filled_to := entry.id;
    -- An entry with an older id may have been linked by its own transaction, which committed late.
    CONTINUE WHEN EXISTS (SELECT FROM audit_links WHERE chain_id = chain AND entry_id = entry.id);
    head.number := head.number + 1;
    head.hash := append_audit_link(chain, head.number, head.hash, entry.id, entry.fields);
  END LOOP;
  UPDATE audit_chains SET number = head.number, hash = head.hash, filled_to = head.filled_to, is_complete = count < at_most
   WHERE chain_id = chain;
  RETURN count;
END $$;
