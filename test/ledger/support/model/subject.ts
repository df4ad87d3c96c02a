/** One ledger and its model, side by side: every answer is compared at once, every figure at the end. */
import { expect } from 'vitest';
import { giveCredit } from '../../../../src/accounts/credit.ts';
import { createTeamKeys, revokeKey } from '../../../../src/accounts/keys.ts';
import { resumeTeam, suspendTeam } from '../../../../src/accounts/suspension.ts';
import { uuidV7 } from '../../../../src/lib/uuid-v7.ts';
import type { Database } from '../../../../src/store/postgres/database.ts';
import { addCredit, type ChargeRow, chargeCalls, setQuota } from '../../../../src/store/postgres/ledger.ts';
import { findDisagreements } from '../../../support/disagreements.ts';
import type { TestTeam } from '../../../support/seed-teams.ts';
import { testActor } from '../../../support/test-actor.ts';
import { DocumentSubject } from './document-subject.ts';
import { changesByItself, expectedFigures, hexOf, readFigures } from './figures.ts';
import { runHousekeeping } from './housekeeping.ts';
import { charactersOf, LedgerModel, type ModelCall } from './model.ts';
import type { NewCall, Step, StepOf, Time } from './steps.ts';
import { hourMs, minuteMs, monthAfter, monthOf } from './times.ts';

/** The clock goes on while it works: so far from every moment at which something changes, a busy machine does no harm. */
const clearanceMs = 6 * minuteMs;

/** A clock is set back by so much at most: retention leaves it that much. */
const mostStepsBackMs = 3 * hourMs;

/** A call is asked for again while its client may still wait for it, or its key is kept; not after its month was dropped. */
const repeatedWithinMs = 12 * hourMs;

export interface SubjectOptions {
  readonly db: Database;
  readonly teams: readonly TestTeam[];
  readonly quota: number;
  readonly startMs: number;
  setClock(moment: Date): void;
  /** Counts what was answered, to show that everything was. */
  count(verdict: string): void;
}

interface CreditEntry {
  readonly team: number;
  readonly id: string;
  readonly amount: number;
}

export class LedgerSubject {
  readonly #options: SubjectOptions;
  readonly #model: LedgerModel;
  readonly #documents: DocumentSubject;
  readonly #sent: ModelCall[] = [];
  readonly #entries: CreditEntry[] = [];
  #latestMs: number;

  constructor(options: SubjectOptions) {
    const { db, teams, quota, startMs, count } = options;
    this.#options = options;
    this.#model = new LedgerModel(teams.length, quota, startMs);
    this.#documents = new DocumentSubject(db, this.#model, teams, count);
    this.#latestMs = startMs;
  }

  async run(step: Step): Promise<void> {
    switch (step.does) {
      case 'charge':
        return this.#charge(step.calls);
      case 'credit':
        return this.#credit(step);
      case 'upload':
        return this.#documents.upload(step);
      case 'work':
        return this.#documents.work(step);
      case 'time':
        return this.#setTime(step.time);
      case 'housekeeping':
        return this.#keepHouse(step.monthsKept);
      case 'quota':
        return this.#setQuota(step);
      case 'revoke':
        return this.#revoke(step);
      case 'limit':
        return this.#limit(step);
      case 'suspend':
        return this.#suspend(step);
      case 'resume all':
        return this.#resumeAll();
    }
  }

  /** The latest moment that it had. */
  get endMs(): number {
    return this.#latestMs;
  }

  /** Until every call has been dropped, one month after the other. */
  async growOld(): Promise<void> {
    for (let month = 0; month < 4; month++) {
      await this.#setTime('just after the end of the month');
      await this.#keepHouse(1);
    }
  }

  async expectSameState(): Promise<void> {
    const { db, teams } = this.#options;
    for (const [index, team] of teams.entries())
      expect(await readFigures(db, team), `team ${index}`).toEqual(expectedFigures(this.#model, index));
    await this.#documents.expectSameState();
    // Other teams may be what a sequence has left that failed before.
    const isOurs = (teamId: string | null) => teamId === null || teams.some(({ id }) => id === teamId);
    const disagreements = (await findDisagreements(db)).filter(({ teamId }) => isOurs(teamId));
    expect(disagreements.map((each) => JSON.stringify(each)).join('\n')).toBe('');
  }

  async #charge(calls: readonly NewCall[]): Promise<void> {
    const batch = new Map(calls.map((call) => this.#withId(call)).map((call) => [call.id, call]));
    this.#sent.push(...batch.values());
    const rows = await chargeCalls(
      this.#options.db,
      [...batch.values()].map((call) => this.#row(call)),
    );
    for (const { verdict } of rows) this.#options.count(verdict);
    expect(rows).toEqual(this.#model.charge([...batch.values()]));
  }

  #withId({ repeats, skewMs, ...call }: NewCall): ModelCall {
    const earlier = repeats === undefined ? undefined : this.#sent.at(-1 - repeats);
    if (earlier !== undefined && Math.abs(earlier.idMs - this.#model.nowMs) < repeatedWithinMs)
      return earlier;
    const idMs = this.#model.nowMs + skewMs;
    return { ...call, idMs, id: uuidV7(idMs) };
  }

  #row(call: ModelCall): ChargeRow {
    const owner = call.isForeignKey ? (call.team + 1) % this.#options.teams.length : call.team;
    return {
      id: call.id,
      team: this.#team(call.team).id,
      key: this.#keyId(owner, call.key),
      mode: 'live',
      dialect: call.dialect,
      characters: charactersOf(call),
      target: 'eo',
      deadline: new Date(this.#model.nowMs + (call.isLate ? -1_000 : hourMs)),
      sources: call.lines.map(({ source }) => source),
      engines: call.lines.map(() => 'stub'),
      line_characters: call.lines.map(({ characters }) => characters),
      line_texts: call.lines.map(({ texts }) => texts),
      ...(call.idem !== undefined && { idem: hexOf(call.idem), body: hexOf(call.body) }),
    };
  }

  async #credit({ team, amount, repeats }: StepOf<'credit'>): Promise<void> {
    const earlier = repeats && this.#entries[repeats.entry % this.#entries.length];
    if (earlier !== undefined)
      return this.#repeatCredit(earlier, repeats?.isSameAmount ? earlier.amount : amount);
    const { db } = this.#options;
    const entry = this.#entry(team, amount);
    if (!this.#model.addCredit(team, entry.id, amount)) {
      await expect(addCredit(db, entry)).rejects.toThrow(/check constraint/);
      this.#options.count('credit refused');
      return;
    }
    this.#entries.push({ team, id: entry.id, amount });
    expect(await addCredit(db, entry)).toBe(this.#model.team(team).credit);
    this.#options.count('credit booked');
  }

  /** By the function of the database, and by the one that says whether it is the same entry. */
  async #repeatCredit(earlier: CreditEntry, amount: number): Promise<void> {
    const { db, count } = this.#options;
    const { credit } = this.#model.team(earlier.team);
    const entry = { ...this.#entry(earlier.team, amount), id: earlier.id };
    expect(await addCredit(db, entry)).toBe(credit);
    const given = await giveCredit(db, { ...entry, entry: earlier.id }, testActor);
    const isSame = amount === earlier.amount;
    expect(given).toMatchObject(
      isSame ? { value: { credit, isRepeated: true } } : { problem: { code: 'conflict' } },
    );
    count(isSame ? 'credit repeated' : 'credit conflict');
  }

  #entry(team: number, amount: number) {
    const teamId = this.#team(team).id;
    return { id: uuidV7(this.#model.nowMs), teamId, amount, reason: 'test', author: 'test' };
  }

  async #setQuota(step: StepOf<'quota'>): Promise<void> {
    const { team } = this.#working(step);
    this.#model.team(team).quota = step.quota;
    await setQuota(this.#options.db, this.#team(team).id, step.quota);
  }

  async #revoke(step: StepOf<'revoke'>): Promise<void> {
    const { team, key } = this.#working(step);
    this.#model.team(team).revoked.add(key);
    await revokeKey(this.#options.db, this.#keyId(team, key), testActor);
  }

  async #limit(step: StepOf<'limit'>): Promise<void> {
    const { team, key } = this.#working(step);
    const { budget, expiresInMs } = step;
    const expiresMs = expiresInMs === undefined ? undefined : this.#model.nowMs + expiresInMs;
    const changes = {
      monthlyCharacters: budget ?? null,
      expiresAt: expiresMs === undefined ? null : new Date(expiresMs),
    };
    const manager = { teamId: this.#team(team).id, scopes: [] };
    const { db, count } = this.#options;
    const changed = await createTeamKeys(db, 0).change(manager, this.#keyId(team, key), changes, testActor);
    expect(changed.ok).toBe(this.#model.limitKey(team, key, budget, expiresMs));
    count(changed.ok ? 'key limited' : 'key has ended');
  }

  async #suspend(step: StepOf<'suspend'>): Promise<void> {
    const { team } = this.#working(step);
    this.#model.team(team).isSuspended = true;
    await suspendTeam(this.#options.db, this.#team(team).id, 'test', testActor);
  }

  /** The team and key of a document that is under way, where the step asks for one and there is one. */
  #working<T extends { readonly isWorking: boolean; readonly team: number; readonly key?: number }>(step: T) {
    const document = step.isWorking ? this.#documents.model.underWay()[0] : undefined;
    return { team: document?.team ?? step.team, key: document?.key ?? step.key ?? 0 };
  }

  async #resumeAll(): Promise<void> {
    for (const [index, { isSuspended }] of this.#model.teams.entries()) {
      if (!isSuspended) continue;
      this.#model.team(index).isSuspended = false;
      await resumeTeam(this.#options.db, this.#team(index).id, 'test', testActor);
    }
  }

  async #setTime(time: Time): Promise<void> {
    const earliestMs = this.#latestMs - mostStepsBackMs;
    const ms = this.#clearOf(Math.max(this.#aim(time), earliestMs));
    this.#model.nowMs = ms;
    this.#latestMs = Math.max(this.#latestMs, ms);
    this.#options.setClock(new Date(ms));
  }

  #aim(time: Time): number {
    const { nowMs } = this.#model;
    if (typeof time !== 'string') return nowMs + time.by;
    const [start, end] = [monthOf(nowMs), monthAfter(nowMs, 1)];
    const isNew = nowMs < start + hourMs;
    if (time === 'back into the month before') return isNew ? start - 2 * clearanceMs : nowMs - hourMs;
    const isEarly = nowMs < end - 2 * clearanceMs;
    return time === 'just before the end of the month' && isEarly ? end - 2 * clearanceMs : end + clearanceMs;
  }

  /** Moved on until nothing changes while it works. */
  #clearOf(ms: number): number {
    const nextHourMs = Math.ceil((ms + 1) / hourMs) * hourMs;
    const moments = [nextHourMs, ...changesByItself(this.#model), ...this.#documents.model.expiries()];
    const next = moments.find((moment) => Math.abs(moment - ms) < clearanceMs);
    return next === undefined ? ms : this.#clearOf(next + clearanceMs);
  }

  async #keepHouse(monthsKept: number | undefined): Promise<void> {
    this.#model.revokeExpired();
    this.#documents.model.deleteExpired();
    this.#model.closeHours();
    if (monthsKept !== undefined) this.#model.dropOldCalls(monthsKept);
    await runHousekeeping(this.#options.db, monthsKept);
  }

  #team(index: number): TestTeam {
    const found = this.#options.teams[index];
    if (found === undefined) throw new Error(`there is no team ${index}`);
    return found;
  }

  #keyId(index: number, key: number): string {
    return this.#team(index).keys[key]?.id ?? '';
  }
}
