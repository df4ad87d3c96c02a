-- The name under which usage with a reporting tag is booked: the tag, or `other tags` for those beyond the first thousand of a
-- team and month, so that no caller can fill the usage tables. A tag has no blanks, so none is called that.
-- Call it under the team's lock.
CREATE OR REPLACE FUNCTION enter_reporting_tag(team uuid, in_month date, name text) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF EXISTS (SELECT FROM reporting_tags WHERE team_id = team AND month = in_month AND tag = name) THEN RETURN name; END IF;
  IF (SELECT count(*) FROM reporting_tags WHERE team_id = team AND month = in_month) >= 1000 THEN RETURN 'other tags'; END IF;
  INSERT INTO reporting_tags (team_id, month, tag) VALUES (team, in_month, name);
  RETURN name;
END $$;
