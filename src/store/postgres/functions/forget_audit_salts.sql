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
