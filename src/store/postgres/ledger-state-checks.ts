/**
 * Checks of what is stored now, which do not depend on the range of open hours. Each is one query that returns the
 * disagreements: the team, the subject, what was expected and what was found.
 */
export const checksOfStates: Readonly<Record<string, string>> = {
  'every team has a balance': `
    SELECT t.id, 'balance', 'one', 'none' FROM teams t LEFT JOIN team_balances b ON b.team_id = t.id WHERE b.team_id IS NULL`,

  'a team is suspended in both of its rows': `
    SELECT t.id, 'suspension', (b.suspended_at IS NOT NULL)::text, t.is_suspended::text
      FROM teams t JOIN team_balances b ON b.team_id = t.id WHERE t.is_suspended <> (b.suspended_at IS NOT NULL)`,

  // After the database's clock was set back, a future month may already have begun: then it has calls, or it is the next month and
  // only a hold was placed in it.
  'no balance is in a month to come': `
    SELECT b.team_id, 'period', greatest(this.month, closed.month)::text, b.period::text
      FROM team_balances b,
           (SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date AS month) AS this,
           (SELECT date_trunc('month', closed_until AT TIME ZONE 'UTC')::date AS month FROM ledger_state WHERE is_only) AS closed
     WHERE b.period > greatest(this.month, closed.month) + interval '1 month'
       AND NOT EXISTS (SELECT FROM calls c WHERE c.team_id = b.team_id AND c.period = b.period)
       AND NOT EXISTS (SELECT FROM ledger_closings l WHERE l.team_id = b.team_id AND l.month = b.period)`,

  'sums of closed hours are of quota and credit': `
    SELECT team_id, concat_ws(' ', month, id_month), characters::text, concat_ws('/', from_quota, from_credit) FROM ledger_closings
     WHERE characters <> from_quota + from_credit OR least(calls, characters, from_quota, from_credit) < 0`,

  'held = Σ open holds': `
    SELECT b.team_id, 'held', coalesce(sum(h.characters), 0)::text, b.held::text
      FROM team_balances b LEFT JOIN holds h ON h.team_id = b.team_id
     GROUP BY b.team_id HAVING coalesce(sum(h.characters), 0) <> b.held`,

  'the budget of a key = its usage in its month, and its open holds': `
    SELECT own.team_id, own.key_id::text, concat_ws('/', used.characters, held.characters), concat_ws('/', own.used, own.held)
      FROM key_limits own,
           LATERAL (SELECT coalesce(sum(characters), 0) AS characters FROM usage_hourly u
                     WHERE u.team_id = own.team_id AND u.key_id = own.key_id AND u.hour >= own.period::timestamp AT TIME ZONE 'UTC'
                       AND u.hour < (own.period + interval '1 month') AT TIME ZONE 'UTC') AS used,
           LATERAL (SELECT coalesce(sum(characters), 0) AS characters FROM holds h
                     WHERE h.team_id = own.team_id AND h.key_id = own.key_id) AS held
     WHERE own.monthly_characters IS NOT NULL AND (used.characters, held.characters) IS DISTINCT FROM (own.used, own.held)`,

  'a document under way has its hold, and a hold its document': `
    SELECT coalesce(d.team_id, h.team_id), coalesce(d.id, h.id)::text, coalesce(d.characters::text, 'no document'),
           coalesce(h.characters::text, 'no hold')
      FROM (SELECT * FROM documents WHERE state IN ('queued', 'translating')) d
      FULL JOIN (SELECT * FROM holds h WHERE NOT EXISTS (SELECT FROM streamed_calls s WHERE s.team_id = h.team_id AND s.id = h.id)) h
        ON h.team_id = d.team_id AND h.id = d.id
     WHERE (d.characters, d.key_id, d.mode) IS DISTINCT FROM (h.characters, h.key_id, h.mode)`,

  'a streamed call under way has its hold, of at least what was sent': `
    SELECT s.team_id, s.id::text, coalesce(h.characters::text, 'no hold'), sent.characters::text
      FROM streamed_calls s
      LEFT JOIN holds h ON h.team_id = s.team_id AND h.id = s.id,
           LATERAL (SELECT coalesce(sum(x), 0) AS characters FROM unnest(s.line_characters) AS x) AS sent
     WHERE h.characters IS NULL OR sent.characters > h.characters
        OR EXISTS (SELECT FROM calls c WHERE c.team_id = s.team_id AND c.id = s.id)`,

  'a document that is ready was charged, once': `
    SELECT d.team_id, d.id::text, d.characters::text, coalesce(c.characters::text, 'no call')
      FROM documents d
      LEFT JOIN LATERAL (SELECT * FROM calls WHERE team_id = d.team_id AND id = d.call_id LIMIT 1) c ON true
     WHERE (d.state = 'done' AND (c.characters, c.key_id, c.mode) IS DISTINCT FROM (d.characters, d.key_id, d.mode))
        OR (d.state <> 'done' AND d.call_id IS NOT NULL)
     UNION ALL
    SELECT team_id, min(id::text), '1', count(*)::text FROM documents WHERE call_id IS NOT NULL
     GROUP BY team_id, call_id HAVING count(*) > 1`,

  'a hold was placed with a key of its team, in its mode': `
    SELECT h.team_id, h.id::text, concat_ws('/', k.team_id, k.mode), concat_ws('/', h.team_id, h.mode)
      FROM holds h LEFT JOIN api_keys k ON k.id = h.key_id
     WHERE (k.team_id, k.mode) IS DISTINCT FROM (h.team_id, h.mode)`,

  'the charge sees what is committed while it waits': `
    SELECT NULL::uuid, proname::text, 'volatile', provolatile::text FROM pg_proc
     WHERE proname IN ('charge_calls', 'charge_calls_with_dialect', 'charge_calls_with_tag', 'place_hold', 'place_hold_with_dialect', 'place_hold_with_tag', 'settle_hold', 'release_hold',
                       'begin_stream', 'begin_stream_with_dialect', 'begin_stream_with_tag', 'settle_stream', 'settle_streams', 'limit_key') AND provolatile <> 'v'`,
};
