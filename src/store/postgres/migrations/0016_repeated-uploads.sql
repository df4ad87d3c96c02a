-- Up Migration

-- An upload that is sent again under its Idempotency-Key is the document of before. As for calls, only HMACs are kept; they
-- go with the document.
ALTER TABLE documents
  ADD COLUMN idempotency_hmac bytea,
  ADD COLUMN body_hmac bytea;
CREATE UNIQUE INDEX documents_by_idempotency_key ON documents (team_id, idempotency_hmac) WHERE idempotency_hmac IS NOT NULL;

-- Down Migration

ALTER TABLE documents DROP COLUMN idempotency_hmac, DROP COLUMN body_hmac;
