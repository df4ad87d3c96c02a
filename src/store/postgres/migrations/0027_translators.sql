-- Up Migration

-- One more role. Not valid, so that no table is read under the lock: the rows that are there have passed a narrower check.
ALTER TABLE team_members DROP CONSTRAINT team_members_role_check,
  ADD CONSTRAINT team_members_role_check CHECK (role IN ('owner', 'member', 'viewer', 'translator')) NOT VALID;
ALTER TABLE access_links DROP CONSTRAINT access_links_role_check,
  ADD CONSTRAINT access_links_role_check CHECK (role IN ('owner', 'member', 'viewer', 'translator')) NOT VALID;

-- Who uploaded a document on the console; null if a program did, or a version that did not record it. No reference to the user: a
-- document is kept for a day, and says nothing about whether its user may be deleted.
ALTER TABLE documents ADD COLUMN user_id uuid;

-- Down Migration

ALTER TABLE documents DROP COLUMN user_id;
-- Every other role sees more of the team than a translator may.
DELETE FROM access_links WHERE role = 'translator';
DELETE FROM team_members WHERE role = 'translator';
ALTER TABLE access_links DROP CONSTRAINT access_links_role_check,
  ADD CONSTRAINT access_links_role_check CHECK (role IN ('owner', 'member', 'viewer')) NOT VALID;
ALTER TABLE team_members DROP CONSTRAINT team_members_role_check,
  ADD CONSTRAINT team_members_role_check CHECK (role IN ('owner', 'member', 'viewer')) NOT VALID;
