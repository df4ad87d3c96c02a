-- Records an event, and a delivery for each destination that wants it: those of the team, and those of the installation,
-- which hear of every team. Null for the team: it concerns the installation. An event with a subject is recorded once for its
-- type and subject, however often it is reported, by however many nodes; null is returned for the others.
--
-- A destination that is being deleted is waited for, and gets nothing: a delivery to it would violate its foreign key, and
-- the change that reports the event would fail.
CREATE OR REPLACE FUNCTION record_event(of_team uuid, event_type text, event_subject text, event_data jsonb)
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
