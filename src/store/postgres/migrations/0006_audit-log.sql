-- Up Migration

-- Who changed what, when and from where: one row for each change of keys, limits, credit and glossaries, written
-- in the transaction of the change itself, so that neither exists without the other. Append-only.
CREATE TABLE audit_log (
  team_id      uuid NOT NULL REFERENCES teams (id),
  id           uuid NOT NULL,
  at           timestamptz NOT NULL DEFAULT clock_timestamp(),
  action       text NOT NULL CHECK (action ~ '^[a-z_]+[.][a-z_]+$'),
  subject_id   text NOT NULL,
  actor_type   text NOT NULL CHECK (actor_type IN ('key', 'user', 'command_line')),
  actor_id     uuid,
  actor_name   text,
  address      text,
  request_id   uuid,
  details      jsonb NOT NULL,
  PRIMARY KEY (team_id, id)
);
COMMENT ON COLUMN audit_log.id IS 'UUIDv7, so that the newest entries are at one end of the index';
COMMENT ON COLUMN audit_log.actor_id IS 'the key, or the user of the console';

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;

CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Down Migration

DROP TABLE audit_log;
DROP FUNCTION refuse_audit_change;
