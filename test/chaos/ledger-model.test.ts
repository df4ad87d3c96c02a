import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeKey } from '../../src/accounts/keys.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { addCredit, chargeCalls, setQuota } from '../../src/store/postgres/ledger.ts';
import { scale } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { audit } from './support/audit.ts';
import { chargeRow } from './support/charge-rows.ts';
import { LedgerModel, type ModelCall } from './support/ledger-model.ts';
import { report } from './support/report.ts';

const database = useTestDatabase();
let db: Database;
beforeAll(() => {
  // Thousands of small commits; none of them has to outlive the machine.
  db = openTestPool(`${database.url}?options=-c%20synchronous_commit%3Doff`, 3);
});
afterAll(() => db.end());

const teamCount = 3;
const keysPerTeam = 2;
const team = fc.nat(teamCount - 1);
const key = fc.nat(keysPerTeam - 1);
const seldom = fc.nat(9).map((n) => n === 0);

const newCall = fc.record({
  team,
  key,
  isForeignKey: seldom,
  isLate: seldom,
  characters: fc.nat(60),
  idem: fc.option(fc.nat(3), { nil: undefined }),
  body: fc.nat(1),
  /** Ask again for a call that was sent before, under its id. */
  repeats: fc.option(fc.nat(30), { nil: undefined, freq: 2 }),
});

const does = <T extends string>(name: T) => fc.constant(name);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: does('charge'),
      calls: fc.array(newCall, { minLength: 1, maxLength: 8 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: does('credit'),
      team,
      amount: fc.integer({ min: -20, max: 100 }).filter((amount) => amount !== 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: does('quota'), team, quota: fc.nat(200) }) },
  { weight: 1, arbitrary: fc.record({ does: does('revoke'), team, key }) },
  { weight: 1, arbitrary: fc.record({ does: does('next month'), team }) },
  { weight: 1, arbitrary: fc.record({ does: does('next day'), team }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type NewCall = typeof newCall extends fc.Arbitrary<infer T> ? T : never;

const seen = new Map<string, number>();

/** One ledger and its model, side by side. */
class Subject {
  readonly model: LedgerModel;
  readonly #teams: readonly TestTeam[];
  readonly #sent: ModelCall[] = [];

  constructor(teams: readonly TestTeam[], quota: number) {
    this.#teams = teams;
    this.model = new LedgerModel(teams.map(() => quota));
  }

  async carryOut(step: Step): Promise<void> {
    switch (step.does) {
      case 'charge':
        return this.#charge(step.calls);
      case 'credit':
        return this.#credit(step.team, step.amount);
      case 'quota':
        this.model.team(step.team).quota = step.quota;
        await setQuota(db, this.#team(step.team).id, step.quota);
        return;
      case 'revoke':
        this.model.team(step.team).revoked.add(step.key);
        await revokeKey(db, this.#keyId(step.team, step.key), testActor);
        return;
      case 'next month':
        return this.#nextMonth(step.team);
      case 'next day':
        return this.#nextDay(step.team);
    }
  }

  async expectSameState(): Promise<void> {
    const { rows } = await db.query(
      `SELECT quota::int, credit::int,
              CASE WHEN period < date_trunc('month', now() AT TIME ZONE 'UTC') THEN 0 ELSE quota_used END::int AS used,
              (SELECT count(*)::int FROM calls c WHERE c.team_id = b.team_id) AS charged
         FROM team_balances b WHERE team_id = ANY ($1) ORDER BY array_position($1, team_id)`,
      [this.#teams.map(({ id }) => id)],
    );
    expect(rows).toEqual(
      this.model.teams.map(({ quota, used, credit, charged }) => ({
        quota,
        used,
        credit,
        charged: charged.size,
      })),
    );
  }

  async #charge(calls: readonly NewCall[]): Promise<void> {
    const batch = new Map(calls.map((call) => this.#withId(call)).map((call) => [call.id, call]));
    this.#sent.push(...batch.values());
    const rows = await chargeCalls(
      db,
      [...batch.values()].map((call) => this.#row(call)),
    );
    for (const { verdict } of rows) seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
    // The ledger decides team by team, and for each in the order of the batch: the model does the same.
    expect(rows).toEqual(this.model.charge([...batch.values()]));
  }

  #withId({ repeats, ...call }: NewCall): ModelCall {
    const earlier = repeats === undefined ? undefined : this.#sent[repeats];
    return earlier ?? { ...call, id: uuidV7() };
  }

  #row(call: ModelCall) {
    const stranger = (call.team + 1) % teamCount;
    const keyId = this.#keyId(call.isForeignKey ? stranger : call.team, call.key);
    const hex = (n: number) => n.toString(16).padStart(64, '0');
    return {
      ...chargeRow(this.#team(call.team).id, keyId, call.characters),
      id: call.id,
      deadline: new Date(Date.now() + (call.isLate ? -1_000 : 60_000)),
      ...(call.idem !== undefined && { idem: hex(call.idem), body: hex(call.body) }),
    };
  }

  async #credit(index: number, amount: number): Promise<void> {
    const entry = { id: uuidV7(), teamId: this.#team(index).id, amount, reason: 'test', author: 'test' };
    if (!this.model.addCredit(index, amount)) {
      await expect(addCredit(db, entry)).rejects.toThrow(/check constraint/);
      return;
    }
    const { credit } = this.model.team(index);
    // Twice: the entry's id makes it idempotent.
    expect(await addCredit(db, entry)).toBe(credit);
    expect(await addCredit(db, entry)).toBe(credit);
  }

  /** Time can't be moved, so what was written is: a month back. */
  async #nextMonth(index: number): Promise<void> {
    const { id } = this.#team(index);
    this.model.team(index).used = 0;
    await db.query(
      `WITH moved AS (UPDATE calls SET period = period - interval '1 month' WHERE team_id = $1)
       UPDATE team_balances SET period = period - interval '1 month' WHERE team_id = $1`,
      [id],
    );
  }

  async #nextDay(index: number): Promise<void> {
    this.model.team(index).idem.clear();
    await db.query(
      "UPDATE idempotency_keys SET created_at = created_at - interval '25 hours' WHERE team_id = $1",
      [this.#team(index).id],
    );
  }

  #team(index: number): TestTeam {
    const found = this.#teams[index];
    if (found === undefined) throw new Error(`there is no team ${index}`);
    return found;
  }

  #keyId(index: number, key: number): string {
    return this.#team(index).keys[key]?.id ?? '';
  }
}

test('the ledger does what plain arithmetic says, whatever is done to it', async () => {
  const runs = scale(60, 10_000);
  const steps = scale(30, 50);
  const quota = 150;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: steps, maxLength: steps }), async (sequence) => {
      const teams = await seedTeams(db, teamCount, { quota, keys: keysPerTeam });
      const subject = new Subject(teams, quota);
      for (const each of sequence) await subject.carryOut(each);
      await subject.expectSameState();
    }),
    { numRuns: runs, seed: 20_260_101, endOnFailure: true, interruptAfterTimeLimit: 7_000_000 },
  );
  expect([...seen.keys()].toSorted()).toEqual(
    ['charged', 'conflict', 'key_revoked', 'quota_exceeded', 'replayed', 'too_late'].toSorted(),
  );
  expect(await audit(db)).toEqual([]);
  report('row 6 ledger model', { runs, steps, ...Object.fromEntries(seen), differences: 0 });
});
