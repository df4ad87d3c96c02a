CREATE OR REPLACE FUNCTION copy_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE teams SET is_suspended = NEW.suspended_at IS NOT NULL WHERE id = NEW.team_id;
  RETURN NULL;
END $$;
