/**
 * Mistakes in metering, limits and gateway, each of which is tried against all unit tests of the three folders together.
 * Those that have a test of their own as well are taken from its list.
 */
import { meteringMutations } from './metering-mutations.ts';
import type { Edit, Mutation, NamedTest } from './mutation.ts';
import { streamMutations } from './stream-mutations.ts';

const folders = ['src/metering', 'src/limits', 'src/gateway'];

/** The slowest of these tests takes less than a second. */
const unitTests: NamedTest = { project: 'unit*', files: folders, testLimitMs: 10_000 };

const isInFolders = (mutation: Mutation) =>
  'file' in mutation.in && folders.includes(mutation.in.file.replace(/\/[^/]*$/, ''));

const withOwnTest = [...meteringMutations, ...streamMutations]
  .filter(isInFolders)
  .map((mutation): Mutation => ({ ...mutation, test: unitTests }));

const mistakesIn =
  (folder: string) =>
  (file: string, name: string, ...edits: readonly Edit[]): Mutation => ({
    name,
    in: { file: `src/${folder}/${file}` },
    edits,
    test: unitTests,
  });

const inMetering = mistakesIn('metering');
const inLimits = mistakesIn('limits');
const inGateway = mistakesIn('gateway');

const metering: readonly Mutation[] = [
  inMetering('charge-queue.ts', 'calls wait during a long outage', [
    "if (this.#isOutageLong()) return Promise.resolve({ known: false, reason: 'failed' });",
    '',
  ]),
  inMetering('charge-queue.ts', 'what may be committed is given up in an outage', [
    '(mayBeCharged || !isLong)',
    '!isLong',
  ]),
  inMetering('charge-queue.ts', 'calls in the queue wait out a long outage', [
    'if (isLong) this.#refuseQueued();',
    '',
  ]),
  inMetering('charge-queue.ts', 'a team stays busy after its flush', [
    'for (const team of teams) this.#busyTeams.delete(team);',
    '',
  ]),
  inMetering('charge-queue.ts', 'a call that is over stays in the queue', [
    'this.#waiting.splice(this.#waiting.indexOf(waiting), 1);',
    '',
  ]),
  inMetering('charge-queue.ts', 'an outage never ends', ['    this.#retrying--;\n', '']),
  inMetering('balance-check.ts', 'a balance must be more than the call costs', [
    'known >= characters',
    'known > characters',
  ]),
  inMetering('balance-check.ts', 'a call is refused by what is remembered', [
    'if (known !== undefined && known >= characters) return true;',
    'if (known !== undefined) return known >= characters;',
  ]),
  inMetering('balance-check.ts', 'the first reading of a balance is the answer for ever', [
    '\n      .finally(() => this.#asking.delete(teamId))',
    '',
  ]),
  inMetering('database-clock.ts', 'a slow reading of the clock is repeated late, and a fast one soon', [
    'isSlow ? readAgainMs : readEveryMs',
    'isSlow ? readEveryMs : readAgainMs',
  ]),
  inMetering('refusal-counter.ts', 'a node that stops does not wait for its last counts', [
    'await this.#flushes.stop();',
    'void this.#flushes.stop();',
  ]),
  inMetering('metering.ts', 'a deadline is charged by the clock of this process', [
    'clock.toDatabaseTime(charge.deadlineMs)',
    'new Date(charge.deadlineMs)',
  ]),
  inMetering('streamed-calls.ts', 'housekeeping may settle a stream before its call is over', [
    '+ settleTimeMs',
    '- settleTimeMs',
  ]),
];

const limits: readonly Mutation[] = [
  inLimits('limits.ts', 'a call that is refused keeps its place', [
    '        leave();\n        return taken;',
    '        return taken;',
  ]),
  inLimits('limits.ts', 'markup takes a second request', ['[0, characters], own)', '[1, characters], own)']),
  inLimits('calls-in-flight.ts', 'one call in flight too many', ['count >= most', 'count > most']),
  inLimits('calls-in-flight.ts', 'a place is given back twice', ['if (isOver) return;', '']),
  inLimits('failover-limiter.ts', 'each failed call is a new loss of Redis', [
    'if (this.#isOpen || this.#isClosed) return;',
    'if (this.#isClosed) return;',
  ]),
  inLimits('failover-limiter.ts', 'what a node let through alone is not handed over', [
    'await this.#parts.redis.handOver(this.#parts.local);',
    '',
  ]),
  inLimits('failover-limiter.ts', 'one probe is enough for Redis to be back', [
    'succeeded + 1 < probesToClose',
    'succeeded + 1 > probesToClose',
  ]),
  inLimits('failover-limiter.ts', 'a node counts as alone after Redis is back', [
    'this.#parts.announce(false);',
    '',
  ]),
  inLimits('local-limiter.ts', 'handing over forgets what came meanwhile', [
    'known.owedTatUs[i] -= paid[i] * known.rates[i].intervalUs * this.#liveNodes();',
    'known.owedTatUs[i] = 0;',
  ]),
  inLimits('local-limiter.ts', 'refused calls are counted', [
    'if (allowed) {',
    'if (waitUs >= 0 || allowed) {',
  ]),
  inLimits('local-limiter.ts', 'a node that loses Redis begins with the whole burst', [
    'this.#awaySinceUs + unknownUseUs(rates[i], nodes)',
    'this.#awaySinceUs',
  ]),
  inLimits('rate-memory.ts', 'what is owed to Redis is forgotten', [
    'this.#buckets.get(bucket)?.owedTatUs ?? [0, 0];',
    '[0, 0] as [number, number];',
  ]),
  inLimits('rate-memory.ts', "the offset of Redis's clock has the wrong sign", [
    'redisNowUs - this.#clockUs()',
    'this.#clockUs() - redisNowUs',
  ]),
  inLimits('live-nodes.ts', 'a node says that it is alone with its next heartbeat only', [
    'void beats.runNow();',
    '',
  ]),
  inLimits('live-nodes.ts', 'without Postgres, a node takes itself for the only one', [
    "logger.warn('the nodes could not be counted', { err });",
    "logger.warn('the nodes could not be counted', { err });\n      count = { live: 1, othersAlone: 0 };",
  ]),
  inLimits('redis-limiter.ts', 'a node takes the share of those that do not reach Redis', [
    'rate.intervalUs / share',
    'rate.intervalUs * share',
  ]),
  inLimits(
    'redis-limiter.ts',
    'what is owed counts as paid before Redis has it',
    ['    debts.settle(bucket, owed);\n', ''],
    ['const owed = debts.owed(bucket);', 'const owed = debts.owed(bucket);\n    debts.settle(bucket, owed);'],
  ),
  inLimits('keyed-calls.ts', 'a call that Redis refuses keeps its place on the node', [
    "if (enteredRedis !== 'entered') this.#local.leave(call);",
    '',
  ]),
];

const gateway: readonly Mutation[] = [
  inGateway('translate-call.ts', 'a call keeps its place in flight', ['admission.leave();', '']),
  inGateway('translate-call.ts', 'the look at the balance is ignored', [
    "if (seen === 'quota_exceeded' || seen === 'key_quota_exceeded')",
    "if (seen === 'key_quota_exceeded')",
  ]),
  inGateway('translate-call.ts', 'the look does not know the Idempotency-Key', [
    'prepared.characters, idempotency, budgetOf',
    'prepared.characters, undefined, budgetOf',
  ]),
  inGateway('translate-call.ts', 'a charge does not know that its call is over', [
    'metering.charge(chargeFor(call, translated), lifetime.signal)',
    'metering.charge(chargeFor(call, translated), new AbortController().signal)',
  ]),
  inGateway('charged-call.ts', 'a call whose charge is refused is answered', [
    "charged.verdict !== 'charged' && charged.verdict !== 'replayed'",
    "charged.verdict === 'unknown'",
  ]),
  inGateway('call-lifetime.ts', 'a deadline counts as a hang-up', [
    "abort('deadline')",
    "abort('disconnect')",
  ]),
  inGateway(
    'idempotency-guard.ts',
    'a call leaves its Idempotency-Key before its work is counted',
    ['    await keyedCalls.leave(callOf(this.#work));\n', ''],
    [
      'try {\n      if (this.#mayAsk',
      'await keyedCalls.leave(callOf(this.#work));\n    try {\n      if (this.#mayAsk',
    ],
  ),
  inGateway('idempotency-guard.ts', 'a repeat uses engines beside another call', [
    'mostOthers: 0,',
    'mostOthers,',
  ]),
  inGateway('patient-calls.ts', 'a call that has waited keeps its place', ['      leave();\n', '']),
  inGateway('patient-calls.ts', 'the last attempt begins after the deadline', [
    'lifetime.deadlineMs - minRemainingMs',
    'lifetime.deadlineMs + minRemainingMs',
  ]),
  inGateway('usage-lines.ts', 'a text is counted again with each of its parts', ['(isFirst ? 1 : 0)', '1']),
  inGateway('stream-call.ts', 'parts are sent to a reader that has no room', [
    'await reader.whenReady();',
    'void reader.whenReady();',
  ]),
];

export const unitMutations: readonly Mutation[] = [...withOwnTest, ...metering, ...limits, ...gateway];
