-- Up Migration

-- Which process works on documents, for operators. Null for processes of an earlier version.
ALTER TABLE document_workers
  ADD COLUMN node_id    uuid,
  ADD COLUMN host       text,
  ADD COLUMN process_id integer,
  ADD COLUMN version    text,
  ADD COLUMN started_at timestamptz,
  ADD COLUMN engines    text[];
COMMENT ON COLUMN document_workers.node_id IS 'the id of the process, also in `nodes` if it serves calls';

-- Operators read the audit logs of all teams, newest first. The primary key begins with the team. It is built beforehand,
-- without a lock.
CREATE INDEX IF NOT EXISTS audit_log_by_id ON audit_log (id);

-- Down Migration

DROP INDEX audit_log_by_id;
ALTER TABLE document_workers
  DROP COLUMN engines,
  DROP COLUMN started_at,
  DROP COLUMN version,
  DROP COLUMN process_id,
  DROP COLUMN host,
  DROP COLUMN node_id;
