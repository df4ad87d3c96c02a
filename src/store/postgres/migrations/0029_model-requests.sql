-- Up Migration

-- What operators ask of the nodes that hold models: to install a model, or to remove it. Every node works a request off in
-- its own folder, and the request ends when all of them have.
CREATE TABLE model_requests (
  id           uuid PRIMARY KEY,
  pair         text NOT NULL CHECK (char_length(pair) <= 80),
  action       text NOT NULL CHECK (action IN ('pull', 'remove')),
  architecture text CHECK (char_length(architecture) <= 40),
  state        text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'failed', 'cancelled')),
  user_id      uuid,
  user_name    text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at     timestamptz
);
COMMENT ON COLUMN model_requests.architecture IS 'null for the one that each node chooses by its memory';
-- Of two operators who ask at once, one gets the row.
CREATE UNIQUE INDEX model_requests_open ON model_requests (pair) WHERE state = 'open';
CREATE INDEX model_requests_by_time ON model_requests (requested_at);

-- How far each node is. A row is also the node's lease on its folder while its state is `working`: nodes that share a folder
-- take turns, and whoever comes second finds the model there. No reference to `nodes`: what a node did outlasts it.
CREATE TABLE model_request_nodes (
  request_id  uuid NOT NULL REFERENCES model_requests (id) ON DELETE CASCADE,
  node_id     uuid NOT NULL,
  host        text NOT NULL,
  folder_id   text NOT NULL,
  state       text NOT NULL CHECK (state IN ('waiting', 'working', 'done', 'failed')),
  attempts    integer NOT NULL DEFAULT 0,
  file        text,
  bytes       bigint,
  total_bytes bigint,
  reason      text,
  detail      text,
  updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (request_id, node_id)
) WITH (fillfactor = 50);
CREATE INDEX model_request_nodes_working ON model_request_nodes (folder_id) WHERE state = 'working';

-- The audit log of what belongs to no team. Append-only, like that of the teams.
CREATE TABLE installation_log (
  id         uuid PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  action     text NOT NULL CHECK (action ~ '^[a-z_]+[.][a-z_]+$'),
  subject_id text NOT NULL,
  actor_type text NOT NULL CHECK (actor_type IN ('user', 'command_line')),
  actor_id   uuid,
  actor_name text NOT NULL,
  address    text,
  request_id uuid,
  details    jsonb NOT NULL
);
COMMENT ON COLUMN installation_log.id IS 'UUIDv7, so that the newest entries are at one end of the index';
CREATE TRIGGER installation_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON installation_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Down Migration

DROP TABLE installation_log;
DROP TABLE model_request_nodes;
DROP TABLE model_requests;
