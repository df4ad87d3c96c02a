-- Up Migration

-- Where events are sent: a webhook, or an e-mail address. Those without a team are of the installation, and hear of every team.
CREATE TABLE event_destinations (
  id                uuid PRIMARY KEY,
  team_id           uuid REFERENCES teams (id),
  kind              text NOT NULL CHECK (kind IN ('webhook', 'mail')),
  name              text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  address           text NOT NULL CHECK (char_length(address) BETWEEN 1 AND 1000),
  event_types       text[] NOT NULL CHECK (cardinality(event_types) BETWEEN 1 AND 50),
  is_enabled        boolean NOT NULL DEFAULT true,
  disabled_reason   text,
  secret            bytea,
  older_secret      bytea,
  older_until       timestamptz,
  failures          integer NOT NULL DEFAULT 0,
  failing_since     timestamptz,
  last_delivered_at timestamptz,
  created_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (kind = 'mail' OR secret IS NOT NULL)
) WITH (fillfactor = 70);
COMMENT ON COLUMN event_destinations.address IS 'the URL of a webhook, or the e-mail address';
COMMENT ON COLUMN event_destinations.secret IS 'with which a webhook is signed, wrapped by the data key';
COMMENT ON COLUMN event_destinations.older_secret IS 'the secret before the last rotation, also wrapped: webhooks are signed with both until older_until';
COMMENT ON COLUMN event_destinations.failures IS 'attempts that failed since the last one that did not';
COMMENT ON COLUMN event_destinations.disabled_reason IS 'person or failing';
CREATE INDEX event_destinations_by_team ON event_destinations (team_id, id);

-- What happened: written in the transaction in which it happens. Never a text, a key or the name of a file.
CREATE TABLE events (
  id      uuid PRIMARY KEY,
  team_id uuid REFERENCES teams (id),
  type    text NOT NULL CHECK (type ~ '^[a-z_]+[.][a-z_]+$'),
  subject text,
  at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  data    jsonb NOT NULL
);
COMMENT ON COLUMN events.id IS 'UUIDv7, so that the newest events are at one end of the index';
COMMENT ON COLUMN events.subject IS 'what an event of this type is recorded once for; null if it may happen again';
CREATE UNIQUE INDEX events_by_subject ON events (type, subject) WHERE subject IS NOT NULL;
CREATE INDEX events_by_team ON events (team_id, id);

-- One row for each event and destination. A node that works on one has moved `due_at` to the end of its lease: after that,
-- another node takes it up.
CREATE TABLE event_deliveries (
  id             uuid PRIMARY KEY,
  destination_id uuid NOT NULL REFERENCES event_destinations (id) ON DELETE CASCADE,
  event_id       uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  state          text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  due_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  lease          uuid,
  attempts       integer NOT NULL DEFAULT 0,
  log            jsonb NOT NULL DEFAULT '[]',
  ended_at       timestamptz
) WITH (fillfactor = 70);
COMMENT ON COLUMN event_deliveries.lease IS 'the attempt that may end it; null while no node works on it';
COMMENT ON COLUMN event_deliveries.log IS 'the last attempts: when, how long, and the status or the reason';
CREATE UNIQUE INDEX event_deliveries_by_destination ON event_deliveries (destination_id, id);
CREATE INDEX event_deliveries_by_event ON event_deliveries (event_id);
CREATE INDEX event_deliveries_due ON event_deliveries (destination_id, due_at) WHERE state = 'waiting';
CREATE INDEX event_deliveries_next ON event_deliveries (due_at) WHERE state = 'waiting';

-- Engines that were reported as unhealthy, and not yet as healthy again.
CREATE TABLE engine_alarms (
  engine text PRIMARY KEY,
  since  timestamptz NOT NULL
);

-- A UUIDv7 of now, as src/lib/uuid-v7.ts makes them: rows that SQL inserts sort by time too.
CREATE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
          || substr(random, 14, 3) || to_hex(8 + get_byte(uuid_send(random::uuid), 15) % 4) || substr(random, 18, 15))::uuid
    FROM (SELECT replace(gen_random_uuid()::text, '-', '') AS random) AS source
$$;

-- Records an event, and a delivery for each destination that wants it: those of the team, and those of the installation,
-- which hear of every team. Null for the team: it concerns the installation. An event with a subject is recorded once for its
-- type and subject, however often it is reported, by however many nodes; null is returned for the others.
--
-- A destination that is being deleted is waited for, and gets nothing: a delivery to it would violate its foreign key, and
-- the change that reports the event would fail.
CREATE FUNCTION record_event(of_team uuid, event_type text, event_subject text, event_data jsonb)
  RETURNS uuid LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  event uuid := uuid_v7();
BEGIN
  INSERT INTO events (id, team_id, type, subject, data) VALUES (event, of_team, event_type, event_subject, event_data)
    ON CONFLICT (type, subject) WHERE subject IS NOT NULL DO NOTHING;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO event_deliveries (id, destination_id, event_id)
    SELECT uuid_v7(), d.id, event FROM event_destinations d
     WHERE (d.team_id = of_team OR d.team_id IS NULL) AND d.is_enabled AND event_type = ANY (d.event_types)
       FOR KEY SHARE;
  RETURN event;
END $$;

-- Turns new entries of both audit logs into events, in the transaction of the change: changes of keys into events of their
-- own, and every entry into `audit.entry` if a destination wants these. Also for entries of the previous version.
CREATE FUNCTION record_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Reports that a team has used 50, 80 or 100 % of its monthly quota, in the transaction of the charge that reaches it, once for
-- each month. The trigger calls it only for charges that reach one of the three.
CREATE FUNCTION record_budget_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reached integer;
BEGIN
  FOR reached IN
    SELECT percent FROM (VALUES (50, NEW.quota - NEW.quota / 2), (80, NEW.quota - NEW.quota / 5), (100, NEW.quota)) AS share (percent, used)
     WHERE NEW.quota_used >= share.used
  LOOP
    PERFORM record_event(NEW.team_id, 'budget.reached', concat_ws(' ', NEW.team_id, to_char(NEW.period, 'YYYY-MM'), reached),
      jsonb_build_object('percent', reached, 'month', to_char(NEW.period, 'YYYY-MM'), 'quota', NEW.quota,
                         'quota_used', NEW.quota_used, 'credit_left', NEW.credit));
  END LOOP;
  RETURN NULL;
END $$;

-- Reports the end of a document's translation, in the transaction that ends it. Neither its name nor its texts are in an event.
CREATE FUNCTION record_document_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_event(NEW.team_id, CASE NEW.state WHEN 'done' THEN 'document.ready' ELSE 'document.failed' END, NEW.id::text,
    jsonb_build_object('document_id', NEW.id, 'format', NEW.format, 'source_lang', NEW.source_lang,
                       'target_lang', NEW.target_lang, 'characters', NEW.characters, 'key_id', NEW.key_id)
    || CASE NEW.state WHEN 'done' THEN '{}' ELSE jsonb_build_object('error_code', coalesce(NEW.error_code, 'internal_error')) END);
  RETURN NULL;
END $$;

-- `team_balances` first, as every writer of a team locks it first. A charge that reaches nothing pays for a few comparisons.
CREATE TRIGGER record_budget_events AFTER UPDATE ON team_balances FOR EACH ROW
  WHEN (NEW.quota > 0 AND (
    NEW.quota_used >= NEW.quota - NEW.quota / 2
      AND (OLD.quota_used < OLD.quota - OLD.quota / 2 OR OLD.period < NEW.period OR OLD.quota = 0)
    OR NEW.quota_used >= NEW.quota - NEW.quota / 5
      AND (OLD.quota_used < OLD.quota - OLD.quota / 5 OR OLD.period < NEW.period OR OLD.quota = 0)
    OR NEW.quota_used >= NEW.quota
      AND (OLD.quota_used < OLD.quota OR OLD.period < NEW.period OR OLD.quota = 0)))
  EXECUTE FUNCTION record_budget_events();
CREATE TRIGGER record_document_event AFTER UPDATE OF state ON documents FOR EACH ROW
  WHEN (NEW.state IN ('done', 'error') AND OLD.state <> NEW.state) EXECUTE FUNCTION record_document_event();
CREATE TRIGGER record_audit_event AFTER INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION record_audit_event();
CREATE TRIGGER record_audit_event AFTER INSERT ON installation_log FOR EACH ROW EXECUTE FUNCTION record_audit_event();

-- Down Migration

DROP TRIGGER record_budget_events ON team_balances;
DROP TRIGGER record_document_event ON documents;
DROP TRIGGER record_audit_event ON audit_log;
DROP TRIGGER record_audit_event ON installation_log;
DROP FUNCTION record_budget_events;
DROP FUNCTION record_document_event;
DROP FUNCTION record_audit_event;
DROP FUNCTION record_event;
DROP FUNCTION uuid_v7;
DROP TABLE engine_alarms;
DROP TABLE event_deliveries;
DROP TABLE events;
DROP TABLE event_destinations;
