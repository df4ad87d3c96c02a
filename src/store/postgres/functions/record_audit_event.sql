-- Turns new entries of both audit logs into events, in the transaction of the change: changes of keys into events of their
-- own, and every entry into `audit.entry` if a destination wants these. Also for entries of the previous version.
CREATE OR REPLACE FUNCTION record_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- The log of the installation has no such column.
  team uuid := (to_jsonb(NEW) ->> 'team_id')::uuid;
  actor jsonb := jsonb_build_object('type', NEW.actor_type, 'id', NEW.actor_id, 'name', nullif(NEW.actor_name, ''));
BEGIN
  IF NEW.actor_type = 'key' THEN
    actor := actor || jsonb_build_object('name', (SELECT name FROM api_keys WHERE id = NEW.actor_id AND team_id = team));
  END IF;
  IF NEW.action IN ('key.created', 'key.revoked') THEN
    PERFORM record_event(team, NEW.action, NEW.id::text, jsonb_build_object('key',
      (SELECT jsonb_build_object('id', k.id, 'name', k.name, 'mode', k.mode, 'scopes', k.scopes,
                                 'fingerprint', left(encode(k.key_hash, 'hex'), 8))
         FROM api_keys k WHERE k.id::text = NEW.subject_id AND k.team_id = team), 'actor', actor));
  END IF;
  IF EXISTS (SELECT FROM event_destinations d
              WHERE (d.team_id = team OR d.team_id IS NULL) AND d.is_enabled AND 'audit.entry' = ANY (d.event_types)) THEN
    PERFORM record_event(team, 'audit.entry', NEW.id::text, jsonb_build_object(
      'id', NEW.id, 'at', to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'action', NEW.action,
      'subject', jsonb_build_object('type', split_part(NEW.action, '.', 1), 'id', NEW.subject_id),
      'actor', actor, 'address', NEW.address, 'request_id', NEW.request_id, 'details', NEW.details));
  END IF;
  RETURN NULL;
END $$;
