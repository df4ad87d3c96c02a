-- Reports that a team has used 50, 80 or 100 % of its monthly quota, in the transaction of the charge that reaches it, once for
-- each month. The trigger calls it only for charges that reach one of the three.
CREATE OR REPLACE FUNCTION record_budget_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reached integer;
BEGIN
  FOR reached IN
    SELECT percent FROM (VALUES (50, NEW.quota - NEW.quota / 2), (80, NEW.quota - NEW.quota / 5), (100, NEW.quota)) AS share (percent, used)
     WHERE NEW.quota_used >= share.used
  LOOP
    PERFORM record_event(NEW.team_id, 'budget.reached', concat_ws(' ', NEW.team_id, to_char(NEW.period, 'YYYY-MM'), reached),
      jsonb_build_object('percent', reached, 'month', to_char(NEW.period, 'YYYY-MM'), 'quota', NEW.quota,
                         'quota_used', NEW.quota_used, 'credit_left', NEW.credit));
  END LOOP;
  RETURN NULL;
END $$;
