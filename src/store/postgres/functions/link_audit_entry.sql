-- Links a new entry to the chain of its log. Runs at the end of the transaction, so that its chain is locked for the commit
-- alone, and after every other lock of the transaction: whoever writes an entry first and locks a team later cannot deadlock.
-- Chains are locked in the order of their ids, because one transaction may write into the logs of several teams.
CREATE OR REPLACE FUNCTION link_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  chain uuid := '00000000-0000-0000-0000-000000000000';
  noted text := current_setting('dragoman.audit_chains', true);
  head audit_chains;
BEGIN
  IF TG_TABLE_NAME = 'audit_log' THEN
    chain := NEW.team_id;
  END IF;
  IF current_setting('dragoman.locked_audit_chains', true) IS DISTINCT FROM noted THEN
    INSERT INTO audit_chains (chain_id) SELECT id::uuid FROM unnest(string_to_array(noted, ' ')) AS id ORDER BY 1
        ON CONFLICT DO NOTHING;
    PERFORM FROM audit_chains WHERE chain_id = ANY (string_to_array(noted, ' ')::uuid[]) ORDER BY chain_id FOR UPDATE;
    PERFORM set_config('dragoman.locked_audit_chains', noted, true);
  END IF;
  SELECT * INTO head FROM audit_chains WHERE chain_id = chain;
  IF NOT head.is_complete THEN
    PERFORM link_audit_entries(chain, 100);
    SELECT * INTO head FROM audit_chains WHERE chain_id = chain;
    -- A later batch links it. Those that the batches have passed are linked here.
    IF NOT head.is_complete AND NEW.id > head.filled_to THEN
      RETURN NULL;
    END IF;
  END IF;
  IF EXISTS (SELECT FROM audit_links WHERE chain_id = chain AND entry_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  UPDATE audit_chains
     SET number = head.number + 1,
         hash = append_audit_link(chain, head.number + 1, head.hash, NEW.id,
                  audit_fields(NEW.id, NEW.at, NEW.action, NEW.subject_id, NEW.actor_type, NEW.actor_id, NEW.actor_name,
                               NEW.address, NEW.request_id, NEW.details))
   WHERE chain_id = chain;
  RETURN NULL;
END $$;
