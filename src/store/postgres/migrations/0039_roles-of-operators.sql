-- Up Migration

-- An operator with all rights stays `is_operator`, so that the version before gives nobody more than they have: to it, the
-- other roles are no operators.
ALTER TABLE users ADD COLUMN limited_operator_role text;
COMMENT ON COLUMN users.is_operator IS 'an operator with all rights, who acts as an owner of every team of this installation';
COMMENT ON COLUMN users.limited_operator_role IS 'support, billing or read-only; means nothing while is_operator is true';
COMMENT ON COLUMN users.is_operator_from_group IS 'a group of single sign-on gave the role of an operator';

-- Down Migration

ALTER TABLE users DROP COLUMN limited_operator_role;
