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
