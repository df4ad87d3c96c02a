/** Mistakes in the charge of calls. */
import { locks, type Mutation, model, type NamedTest } from './mutation.ts';

const inCharge = { sqlFunction: 'charge_calls_with_tag' };
const sameCharge: NamedTest = {
  project: 'integration',
  files: ['test/integration/ledger.test.ts'],
  name: 'the same charge again finds its row, also after its key was revoked and its deadline has passed',
};

const keptForADay: NamedTest = {
  ...sameCharge,
  name: 'an Idempotency-Key counts for 24 hours, and not for longer',
};

const charge = (name: string, from: string, to: string, test: NamedTest = model): Mutation => ({
  name,
  in: inCharge,
  edits: [[from, to]],
  test,
});

const teamsInOrder = 'WHERE team_id = ANY (teams) ORDER BY team_id FOR UPDATE;';

export const chargeMutations: readonly Mutation[] = [
  charge(
    'a charge spends what is held',
    'call.characters > quota_left + credit_left - held',
    'call.characters > quota_left + credit_left',
  ),
  charge(
    'what is held counts as available',
    'greatest(quota_left + credit_left - held, 0)',
    'greatest(quota_left + credit_left, 0)',
  ),
  charge(
    'teams are locked in the order of the batch',
    teamsInOrder,
    'WHERE team_id = ANY (teams) ORDER BY array_position(teams, team_id) FOR UPDATE;',
    locks,
  ),
  charge('teams are not locked', teamsInOrder, 'WHERE team_id = ANY (teams);', locks),
  {
    name: 'keys are read before the lock',
    in: inCharge,
    edits: [
      [
        'any_charged boolean := false;',
        `any_charged boolean := false;
  good_keys uuid[] := ARRAY(SELECT id FROM api_keys WHERE id = ANY (keys) AND revoked_at IS NULL);`,
      ],
      ['coalesce(key.is_revoked, true) AS is_revoked', 'b.key <> ALL (good_keys) AS is_revoked'],
    ],
    test: locks,
  },
  charge('the clock is read before the lock', 'moment := clock_timestamp();', 'moment := now();', locks),
  charge(
    'a deadline is not checked',
    "WHEN call.deadline < moment THEN 'too_late'",
    "WHEN false THEN 'too_late'",
  ),
  charge(
    'a charge that is asked for again is not recognised',
    "WHEN call.is_done THEN 'charged'",
    "WHEN false THEN 'charged'",
    sameCharge,
  ),
  charge(
    'a revoked key is charged',
    "WHEN call.is_revoked THEN 'key_revoked'",
    "WHEN false THEN 'key_revoked'",
  ),
  charge(
    'a key of another team is charged',
    'WHERE id = b.key AND team_id = b.team LIMIT 1',
    'WHERE id = b.key LIMIT 1',
  ),
  charge(
    'a suspended team is charged',
    "WHEN call.is_suspended THEN 'team_suspended'",
    "WHEN false THEN 'team_suspended'",
  ),
  charge(
    'a new month does not free the quota',
    'CASE WHEN balance.period < this_month THEN 0 ELSE balance.quota_used END AS quota_used',
    'balance.quota_used AS quota_used',
  ),
  charge(
    'a new month goes on counting from the last one',
    'quota_used = CASE WHEN balance.period < total.month THEN 0 ELSE balance.quota_used END + total.from_quota',
    'quota_used = balance.quota_used + total.from_quota',
  ),
  charge(
    "months begin in the server's time zone",
    "this_month := date_trunc('month', booked_at AT TIME ZONE 'UTC')::date;",
    "this_month := date_trunc('month', booked_at)::date;",
  ),
  charge(
    "usage is counted by the hour of the server's time zone",
    "date_trunc('hour', b.moment, 'UTC') AS hour",
    "date_trunc('hour', b.moment) AS hour",
  ),
  charge(
    'a clock that steps back books into the old month',
    "team_moment := greatest(booked_at, call.period::timestamp AT TIME ZONE 'UTC');",
    'team_moment := booked_at;',
  ),
  charge(
    'a clock that steps back books into hours that are closed',
    'greatest(moment, (SELECT closed_until FROM ledger_state WHERE is_only))',
    'moment',
    { project: 'integration', files: ['test/integration/ledger-closing.test.ts'] },
  ),
  charge(
    'the total of the month forgets the credit',
    'balance.month_used END + total.from_quota + total.from_credit',
    'balance.month_used END + total.from_quota',
  ),
  charge(
    'an Idempotency-Key counts for 25 hours',
    "i.created_at > moment - interval '24 hours'",
    "i.created_at > moment - interval '25 hours'",
    keptForADay,
  ),
  charge(
    'an Idempotency-Key counts for 23 hours',
    "i.created_at > moment - interval '24 hours'",
    "i.created_at > moment - interval '23 hours'",
    keptForADay,
  ),
  charge(
    'another body under the same Idempotency-Key is a replay',
    "CASE WHEN earlier.body_hmac = decode(call.body_hmac, 'hex') THEN 'replayed' ELSE 'conflict' END",
    "'replayed'",
  ),
  charge(
    'Idempotency-Keys are shared by all teams',
    'WHERE i.team_id = call.team AND i.key_hmac',
    'WHERE i.key_hmac',
  ),
  charge(
    'a replay is told its own size, not what was charged',
    'counted[call.position] := earlier.characters;',
    'counted[call.position] := call.characters;',
  ),
  {
    name: 'a quota below what is used takes from the credit',
    in: inCharge,
    edits: [
      [
        'quota_left := greatest(call.quota - call.quota_used, 0);',
        'quota_left := call.quota - call.quota_used;',
      ],
    ],
    test: model,
    // The table itself refuses a call that takes less than nothing of the quota.
    failsWith: /AssertionError|violates check constraint/,
  },
  charge(
    'credit is spent before the quota',
    'part_of_quota := least(call.characters, quota_left);',
    'part_of_quota := least(greatest(call.characters - credit_left, 0), quota_left);',
  ),
  charge(
    'each call of a batch sees the quota as it was before the batch',
    'quota_left := quota_left - part_of_quota;',
    'quota_left := quota_left;',
  ),
  charge('a call in two languages counts as two', 'count(*) FILTER (WHERE line.number = 1)', 'count(*)'),
  charge(
    'usage of an hour is replaced, not added to',
    'SET characters = u.characters + excluded.characters',
    'SET characters = excluded.characters',
  ),
  charge(
    'usage is counted under another dialect than the call',
    'line.source, target, line.engine, dialect, tag,\n           sum(',
    "line.source, target, line.engine, 'v1', tag,\n           sum(",
  ),
];
