-- Up Migration

-- The audit log as chains of hashes, one for each team and one for the installation: whoever alters, removes or adds an entry
-- breaks its chain, or must replace every later hash, which differs from a head that was exported before. The links are in a
-- table of their own, so that the logs need no lock for long, and triggers write them, so that nodes of the version before
-- do as well.

-- The head of each chain. The chain of the installation has the id 0.
CREATE TABLE audit_chains (
  chain_id    uuid PRIMARY KEY,
  number      bigint NOT NULL DEFAULT 0,
  hash        bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (octet_length(hash) = 32),
  is_complete boolean NOT NULL DEFAULT false,
  filled_to   uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
) WITH (fillfactor = 50);
COMMENT ON COLUMN audit_chains.number IS 'of the last link; its hash is the head of the chain';
COMMENT ON COLUMN audit_chains.is_complete IS 'whether every entry from before the chain is linked';
COMMENT ON COLUMN audit_chains.filled_to IS 'entries from before the chain are linked up to this id';

CREATE TABLE audit_links (
  chain_id uuid NOT NULL,
  number   bigint NOT NULL,
  entry_id uuid NOT NULL,
  previous bytea NOT NULL,
  salts    bytea[] NOT NULL,
  digests  bytea[] NOT NULL,
  hash     bytea NOT NULL,
  PRIMARY KEY (chain_id, number)
);
COMMENT ON COLUMN audit_links.previous IS 'the hash of the link before';
COMMENT ON COLUMN audit_links.salts IS 'one for each field of the entry; null for an erased field';
CREATE UNIQUE INDEX audit_links_by_entry ON audit_links (entry_id, chain_id);

-- The fields of an audit entry as texts, in the form over which their digests are made: the time in microseconds since 1970,
-- the details as Postgres writes them.
CREATE OR REPLACE FUNCTION audit_fields(
  id uuid, at timestamptz, action text, subject_id text, actor_type text, actor_id uuid, actor_name text, address text,
  request_id uuid, details jsonb)
RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY[id::text, (extract(epoch FROM at) * 1000000)::bigint::text, action, subject_id, actor_type, actor_id::text,
               actor_name, address, request_id::text, details::text];
$$;

-- Adds the link of one entry to its chain and returns its hash. The caller holds the chain's row and stores the new head in it.
-- Each field has a salt and a digest of its own, so that a field can be erased without a trace of its value, while the
-- hash, which is over the digests alone, still holds. The order of the fields is that of `audit_fields`.
CREATE OR REPLACE FUNCTION append_audit_link(chain uuid, next bigint, last bytea, entry uuid, fields text[])
RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
  names CONSTANT text[] := ARRAY['id', 'at', 'action', 'subject_id', 'actor_type', 'actor_id', 'actor_name', 'address',
                                 'request_id', 'details'];
  salts bytea[];
  digests bytea[];
  hash bytea;
BEGIN
  SELECT array_agg(salted.salt ORDER BY n), array_agg(salted.digest ORDER BY n),
         sha256(convert_to('dragoman audit 1', 'UTF8') || uuid_send(chain) || int8send(next) || last
                || string_agg(salted.digest, ''::bytea ORDER BY n))
    INTO salts, digests, hash
    FROM (SELECT n, salt,
                 sha256(salt || convert_to(names[n], 'UTF8')
                        || CASE WHEN fields[n] IS NULL THEN '\x00'::bytea
                                ELSE '\x01'::bytea || convert_to(fields[n], 'UTF8') END) AS digest
            -- Without OFFSET, the salt could be made twice.
            FROM (SELECT n, uuid_send(gen_random_uuid()) AS salt
                    FROM generate_series(1, cardinality(names)) AS n OFFSET 0) AS made) AS salted;
  INSERT INTO audit_links (chain_id, number, entry_id, previous, salts, digests, hash)
  VALUES (chain, next, entry, last, salts, digests, hash);
  RETURN hash;
END $$;

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

-- Removes the salts of fields that an erasure has changed. Without its salt, a digest says nothing about a value.
CREATE OR REPLACE FUNCTION forget_audit_salts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE audit_links AS link
     SET salts = ARRAY(SELECT CASE WHEN was[n] IS NOT DISTINCT FROM is_now[n] THEN link.salts[n] END
                         FROM generate_subscripts(was, 1) AS n ORDER BY n)
    FROM (SELECT o.team_id, o.id,
                 audit_fields(o.id, o.at, o.action, o.subject_id, o.actor_type, o.actor_id, o.actor_name, o.address,
                              o.request_id, o.details) AS was,
                 audit_fields(n.id, n.at, n.action, n.subject_id, n.actor_type, n.actor_id, n.actor_name, n.address,
                              n.request_id, n.details) AS is_now
            FROM old_entries AS o JOIN new_entries AS n USING (team_id, id)) AS entry
   WHERE link.chain_id = entry.team_id AND link.entry_id = entry.id AND was <> is_now;
  RETURN NULL;
END $$;

-- The audit log stays append-only but for erasure, which takes names and addresses out of a team's entries and leaves what was
-- done, and when, and for retention, which removes the oldest entries and records it. Each says so for its own transaction.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP = 'UPDATE' AND current_setting('dragoman.erasing', true) = 'yes')
     OR (TG_OP = 'DELETE' AND current_setting('dragoman.trimming', true) = 'yes') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;

CREATE TRIGGER audit_links_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER audit_log_notes_chain BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION note_audit_chain();
CREATE CONSTRAINT TRIGGER audit_log_is_linked AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION link_audit_entry();
CREATE TRIGGER audit_log_forgets_salts AFTER UPDATE ON audit_log
  REFERENCING OLD TABLE AS old_entries NEW TABLE AS new_entries
  FOR EACH STATEMENT EXECUTE FUNCTION forget_audit_salts();
CREATE TRIGGER installation_log_notes_chain BEFORE INSERT ON installation_log
  FOR EACH ROW EXECUTE FUNCTION note_audit_chain();
CREATE CONSTRAINT TRIGGER installation_log_is_linked AFTER INSERT ON installation_log DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION link_audit_entry();

-- Down Migration

DROP TRIGGER installation_log_is_linked ON installation_log;
DROP TRIGGER installation_log_notes_chain ON installation_log;
DROP TRIGGER audit_log_forgets_salts ON audit_log;
DROP TRIGGER audit_log_is_linked ON audit_log;
DROP TRIGGER audit_log_notes_chain ON audit_log;
DROP TABLE audit_links;
DROP TABLE audit_chains;
DROP FUNCTION forget_audit_salts;
DROP FUNCTION note_audit_chain;
DROP FUNCTION link_audit_entry;
DROP FUNCTION link_audit_entries;
DROP FUNCTION append_audit_link;
DROP FUNCTION audit_fields;
-- The audit log stays append-only but for erasure, which takes names and addresses out of a team's entries and leaves
-- what was done, and when. It says so for its own transaction.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('dragoman.erasing', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
