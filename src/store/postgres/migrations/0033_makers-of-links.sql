-- Up Migration

-- Who created a link. A link works only while its maker could create it again. Null in links of the version before: they do
-- not work in this one. No reference to the user: a link of a deleted user ends by itself.
ALTER TABLE access_links ADD COLUMN made_by uuid;

-- Down Migration

ALTER TABLE access_links DROP COLUMN made_by;
