-- Notes for `link_audit_entry` into which chains this transaction writes.
CREATE OR REPLACE FUNCTION note_audit_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  chain text := '00000000-0000-0000-0000-000000000000';
  noted text := coalesce(current_setting('dragoman.audit_chains', true), '');
BEGIN
  IF TG_TABLE_NAME = 'audit_log' THEN
    chain := NEW.team_id;
  END IF;
  IF strpos(noted, chain) = 0 THEN
    PERFORM set_config('dragoman.audit_chains', ltrim(noted || ' ' || chain), true);
  END IF;
  RETURN NEW;
END $$;
