/** Mistakes in credit, holds and retention. */
import { locks, type Mutation, model, type NamedTest } from './mutation.ts';

const inFunction = (
  sqlFunction: string,
  name: string,
  from: string,
  to: string,
  test: NamedTest = model,
): Mutation => ({ name, in: { sqlFunction }, edits: [[from, to]], test });

const inFile = (file: string, name: string, from: string, to: string, test: NamedTest = model): Mutation => ({
  name,
  in: { file: `src/store/postgres/${file}` },
  edits: [[from, to]],
  test,
});

const closing: NamedTest = { project: 'integration', files: ['test/integration/ledger-closing.test.ts'] };
const housekeeping: NamedTest = {
  project: 'integration',
  files: ['test/integration/document-housekeeping.test.ts'],
};
const partitions: NamedTest = { project: 'integration', files: ['test/integration/partitions.test.ts'] };

export const balanceMutations: readonly Mutation[] = [
  inFunction('add_credit', 'a credit entry is booked twice', 'IF FOUND THEN', 'IF true THEN'),
  inFunction(
    'place_hold_with_tag',
    'a hold is placed on what is held already',
    '+ balance.credit - balance.held;',
    '+ balance.credit;',
    locks,
  ),
  inFunction(
    'place_hold_with_tag',
    'a hold is placed with a revoked key',
    'AND team_id = team AND revoked_at IS NULL',
    'AND team_id = team',
  ),
  inFunction(
    'place_hold_with_tag',
    'a hold is placed for a suspended team',
    'IF balance.suspended_at IS NOT NULL THEN',
    'IF false THEN',
  ),
  inFunction(
    'place_hold_with_tag',
    'a hold is placed on the quota of last month',
    'balance.quota_used := 0; ',
    '',
  ),
  inFunction(
    'place_hold_with_tag',
    'a hold does not open the month whose quota it holds',
    ', period = balance.period, quota_used = balance.quota_used, month_used = balance.month_used',
    '',
    { project: 'integration', files: ['test/integration/streamed-calls.test.ts'] },
  ),
  inFunction(
    'place_hold_with_tag',
    'a hold that is placed again holds twice',
    "IF EXISTS (SELECT FROM holds WHERE team_id = team AND id = hold) THEN RETURN 'held'; END IF;",
    `IF EXISTS (SELECT FROM holds WHERE team_id = team AND id = hold) THEN
    UPDATE team_balances SET held = held + amount WHERE team_id = team;
    RETURN 'held';
  END IF;`,
  ),
  inFunction(
    'place_hold_with_tag',
    'holds that are placed at once do not wait for each other',
    'FROM team_balances WHERE team_id = team FOR UPDATE;',
    'FROM team_balances WHERE team_id = team;',
    locks,
  ),
  inFunction(
    'release_hold',
    'what is released stays held',
    'team_balances SET held = held - amount',
    'team_balances SET held = held',
  ),
  inFunction(
    'release_hold',
    'what was held and never charged is given back as credit',
    'team_balances SET held = held - amount',
    'team_balances SET held = held - amount, credit = credit + amount',
  ),
  inFunction('settle_hold', 'a hold that is settled stays open', 'PERFORM release_hold(team, hold);', ''),
  inFunction('settle_hold', 'an expired hold is charged', 'AND expires_at > clock_timestamp()', ''),
  inFunction(
    'settle_hold',
    'a hold is settled with another amount',
    'IS DISTINCT FROM open.characters THEN',
    'IS NULL THEN',
  ),
  inFunction('settle_hold', 'a hold is charged under no dialect', 'ARRAY[open.dialect]', "ARRAY['']"),
  inFunction(
    'settle_hold',
    'a hold that is settled twice at once is charged twice',
    'PERFORM 1 FROM team_balances WHERE team_id = team FOR UPDATE;',
    '',
    locks,
  ),
  inFile(
    'ledger-closing.ts',
    'closings forget the credit',
    'from_credit = l.from_credit + excluded.from_credit',
    'from_credit = l.from_credit',
    closing,
  ),
  inFile(
    'ledger-closing.ts',
    'an hour is closed before it is over',
    "const delay = '1 hour';",
    "const delay = '0 hours';",
    closing,
  ),
  {
    ...inFile(
      'ledger-closing.ts',
      'two nodes close the same hours',
      "FOR UPDATE SKIP LOCKED',\n  );\n  if (known",
      "',\n  );\n  if (known",
      closing,
    ),
    // The usage of a day can't be written twice, and then nothing of the closing is.
    failsWith: /AssertionError|duplicate key/,
  },
  inFile(
    'ledger-checks.ts',
    'calls of an hour are closed without a look at their lines',
    'WHERE characters <> (SELECT coalesce(sum(x), 0) FROM unnest(line_characters) AS x)',
    'WHERE false',
    closing,
  ),
  inFile(
    'partitions.ts',
    'retention drops a month that it should keep',
    "least(date_trunc('month', now() AT TIME ZONE 'UTC') - interval",
    "least(date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month' - interval",
    partitions,
  ),
  inFunction(
    'make_call_partitions',
    'no month is made ahead',
    '+ make_interval(months => months_ahead)',
    '+ make_interval(months => 0 * months_ahead)',
    partitions,
  ),
  inFunction(
    'make_partitions',
    'no month of usage is made ahead',
    '+ make_interval(months => months_ahead)',
    '+ make_interval(months => 0 * months_ahead)',
    partitions,
  ),
  inFile(
    'partitions.ts',
    'an Idempotency-Key is forgotten before its time',
    "interval '28 hours'",
    "interval '24 hours'",
    partitions,
  ),
  inFile(
    'partitions.ts',
    'a month is dropped before all of it is closed',
    "AT TIME ZONE 'UTC' - interval '1 month')",
    "AT TIME ZONE 'UTC')",
    partitions,
  ),
  inFile('replays.ts', 'engines work for every repeat', ' AND replays = 0', '', {
    project: 'integration',
    files: ['test/integration/replays.test.ts'],
  }),
  inFile(
    'ledger-audit.ts',
    'what is found again is forgotten',
    'await recordFindings(connection, disagreements);',
    '',
    closing,
  ),
  inFile(
    'ledger-audit.ts',
    'sums of closed hours are not compared with their calls',
    'IS DISTINCT FROM (c.calls, c.characters, c.from_quota, c.from_credit)\n       AND coalesce',
    'IS NULL\n       AND coalesce',
    closing,
  ),
  inFile(
    'holds.ts',
    'holds are released before they expire',
    'WHERE expires_at < statement_timestamp()',
    'WHERE expires_at > statement_timestamp()',
    housekeeping,
  ),
  inFile('holds.ts', 'a hold lasts a thousand times as long', 'lifetimeMs / 1_000]', 'lifetimeMs]'),
  inFile(
    'ledger.ts',
    'the look before a call forgets what is held',
    '+ credit - held AS available',
    '+ credit AS available',
  ),
  inFile(
    'ledger.ts',
    'the look before a call counts the quota of last month',
    "CASE WHEN period < date_trunc('month', now() AT TIME ZONE 'UTC') THEN 0",
    "CASE WHEN period < date_trunc('month', now() AT TIME ZONE 'UTC') THEN quota_used",
  ),
  inFile(
    'replays.ts',
    'the look before a call knows Idempotency-Keys of two days',
    "now() - interval '24 hours'",
    "now() - interval '48 hours'",
  ),
  inFile(
    'partitions.ts',
    'Idempotency-Keys are forgotten after an hour',
    "now() - interval '28 hours'",
    "now() - interval '1 hour'",
  ),
];
