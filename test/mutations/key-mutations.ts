/** Mistakes in the limits of keys. */
import { type Mutation, model, type NamedTest } from './mutation.ts';

const limits: NamedTest = { project: 'integration', files: ['test/integration/key-limits.test.ts'] };

const inFunction = (
  sqlFunction: string,
  name: string,
  from: string,
  to: string,
  test: NamedTest = limits,
): Mutation => ({ name, in: { sqlFunction }, edits: [[from, to]], test });

const inCharge = (name: string, from: string, to: string, test?: NamedTest) =>
  inFunction('charge_calls_with_tag', name, from, to, test);

export const keyMutations: readonly Mutation[] = [
  inCharge(
    'an expired key is charged',
    "WHEN call.is_expired THEN 'key_revoked'",
    "WHEN false THEN 'key_revoked'",
  ),
  inCharge('the budget of a key is not checked', 'call.characters > own_lefts[slot]', 'false'),
  inCharge(
    'each call of a batch sees the budget of its key as it was before the batch',
    'own_lefts[slot] := own_lefts[slot] - call.characters;',
    '',
  ),
  inCharge(
    'a new month goes on counting the budget of a key from the last one',
    'CASE WHEN call.own_period < own_months[slot] THEN 0 ELSE call.own_used END',
    'call.own_used',
    model,
  ),
  inCharge(
    'a charge does not count towards the budget of its key',
    'own_spent[slot] := own_spent[slot] + call.characters;',
    '',
  ),
  inCharge(
    'tags beyond the first thousand are booked by their names',
    'booked_tags[call.position] := enter_reporting_tag(',
    'PERFORM enter_reporting_tag(',
  ),
  inFunction(
    'place_hold_with_tag',
    'a hold does not count towards the budget of its key',
    'SET held = key_limits.held + amount,',
    'SET held = key_limits.held,',
  ),
  inFunction(
    'release_hold',
    'what is released stays held from the budget of its key',
    'UPDATE key_limits SET held = held - amount',
    'UPDATE key_limits SET held = held',
  ),
  inFunction(
    'settle_stream',
    'what was sent before a key expired is not charged',
    'ARRAY[texts::text], true)',
    'ARRAY[texts::text], false)',
  ),
  inFunction(
    'begin_stream_with_tag',
    'a streamed call outlives its key',
    'SELECT own.expires_at FROM',
    'SELECT NULL::timestamptz FROM',
  ),
  inFunction(
    'limit_key',
    'a budget forgets what the key used before it',
    'this_month, used_before, held_now)',
    'this_month, 0, held_now)',
  ),
  inFunction(
    'limit_key',
    'a key that has expired is extended',
    'WHERE key_id = key AND expires_at <= moment',
    'WHERE false',
  ),
  inFunction(
    'limit_key',
    'a lower budget makes free what was sent',
    'PERFORM settle_streams(team, key);',
    '',
  ),
  inFunction(
    'limit_key',
    'a budget is in a later month than its team',
    'UPDATE team_balances SET period = this_month, quota_used = 0, month_used = 0 WHERE team_id = team AND period < this_month;',
    '',
    model,
  ),
];
