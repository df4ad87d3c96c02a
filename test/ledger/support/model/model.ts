/**
 * What the ledger promises, as plain arithmetic: the reference that `charge_calls_with_tag`, `add_credit` and the functions of
 * holds are compared with. It knows no SQL, no lock and no partition.
 */
import type { CallDialect } from '../../../../src/lib/call-dialect.ts';
import { dayMs, hourMs, hourOf, monthAfter, monthOf } from './times.ts';

/** One source language of a call. */
export interface ModelLine {
  readonly source: string;
  readonly characters: number;
  readonly texts: number;
}

export interface ModelCall {
  readonly id: string;
  /** When the node made the id, by its own clock. */
  readonly idMs: number;
  readonly team: number;
  readonly key: number;
  readonly dialect: CallDialect;
  readonly lines: readonly ModelLine[];
  readonly isForeignKey: boolean;
  readonly isLate: boolean;
  readonly idem: number | undefined;
  readonly body: number;
}

export interface ModelVerdict {
  readonly callId: string;
  readonly verdict: string;
  readonly characters: number;
  readonly available: number;
  readonly keyAvailable?: number;
}

/** The limits of a key. The month is that of the last charge or hold since it has a budget. */
interface ModelLimits {
  readonly budget: number | undefined;
  readonly expiresMs: number | undefined;
  period: number;
}

/** A charged call as the ledger keeps it. */
export interface ModelCharge {
  readonly id: string;
  readonly idMs: number;
  readonly key: number;
  readonly dialect: CallDialect;
  readonly lines: readonly ModelLine[];
  readonly hour: number;
  readonly fromQuota: number;
  readonly fromCredit: number;
}

interface ModelHold {
  readonly key: number;
  readonly dialect: CallDialect;
  readonly characters: number;
  readonly expiresMs: number;
}

/** Totals of the calls of one month, of hours that are closed. */
export interface ModelClosing {
  calls: number;
  characters: number;
  fromQuota: number;
  fromCredit: number;
}

export interface ModelTeam {
  quota: number;
  /** Of the quota, in the month of `period`. */
  used: number;
  credit: number;
  /** The month of the last charge or hold: a clock that steps back books nothing before it. */
  period: number;
  isSuspended: boolean;
  readonly revoked: Set<number>;
  readonly limits: Map<number, ModelLimits>;
  readonly idem: Map<number, { body: number; characters: number; atMs: number }>;
  /** Amounts of the credit entries, by id. */
  readonly entries: Map<string, number>;
  readonly holds: Map<string, ModelHold>;
  /** Every charge there ever was, those of dropped months too. */
  readonly charges: ModelCharge[];
  /** What the ledger still has call by call. */
  readonly kept: Map<string, ModelCharge>;
  readonly closings: Map<number, ModelClosing>;
}

export class LedgerModel {
  readonly teams: readonly ModelTeam[];
  nowMs: number;
  /** Nothing is charged before it any more. */
  #closedUntilMs: number;

  constructor(teamCount: number, quota: number, startMs: number) {
    this.nowMs = startMs;
    this.#closedUntilMs = hourOf(startMs - hourMs);
    this.teams = Array.from({ length: teamCount }, () => ({
      quota,
      used: 0,
      credit: 0,
      period: monthOf(startMs),
      isSuspended: false,
      revoked: new Set<number>(),
      limits: new Map(),
      idem: new Map(),
      entries: new Map(),
      holds: new Map(),
      charges: [],
      kept: new Map(),
      closings: new Map(),
    }));
  }

  team(index: number): ModelTeam {
    const team = this.teams[index];
    if (team === undefined) throw new Error(`the model has no team ${index}`);
    return team;
  }

  /** The ledger decides team by team, and for each in the order of the batch. */
  charge(batch: readonly ModelCall[]): ModelVerdict[] {
    return batch.map((call) => {
      const decided = this.#decide(call);
      const ofKey = call.isForeignKey ? undefined : this.#leftOfKey(call.team, call.key);
      return {
        callId: call.id,
        ...decided,
        available: Math.max(this.available(call.team, this.#bookedMs()), 0),
        ...(ofKey !== undefined && { keyAvailable: ofKey }),
      };
    });
  }

  /** False if the key has ended and something would change. */
  limitKey(index: number, key: number, budget: number | undefined, expiresMs: number | undefined): boolean {
    const { limits, revoked } = this.team(index);
    const before = limits.get(key);
    if (before?.budget === budget && before?.expiresMs === expiresMs) return true;
    if (revoked.has(key) || this.#hasExpired(index, key)) return false;
    if (budget === undefined && expiresMs === undefined) limits.delete(key);
    else {
      this.#enterMonth(index);
      limits.set(key, { budget, expiresMs, period: this.team(index).period });
    }
    return true;
  }

  /** Keys that have expired are revoked by the next housekeeping, and stay so if the clock is set back. */
  revokeExpired(): void {
    for (const { limits, revoked } of this.teams)
      for (const [key, { expiresMs }] of limits)
        if (expiresMs !== undefined && expiresMs <= this.nowMs) revoked.add(key);
  }

  /** What a key may still use of its budget, as of the month that it is; undefined without a budget. */
  availableOfKey(index: number, key: number): number | undefined {
    const { budget, period = 0 } = this.team(index).limits.get(key) ?? {};
    if (budget === undefined) return undefined;
    const used = period < monthOf(this.nowMs) ? 0 : this.#usedByKey(index, key, period);
    return Math.max(budget - used - this.#heldByKey(index, key), 0);
  }

  /** Of the quota of the month that it is. */
  used(index: number, atMs = this.nowMs): number {
    const { period, used } = this.team(index);
    return period < monthOf(atMs) ? 0 : used;
  }

  held(index: number): number {
    return [...this.team(index).holds.values()].reduce((sum, { characters }) => sum + characters, 0);
  }

  /** Quota and credit together, before anything is held. */
  left(index: number, atMs = this.nowMs): number {
    const { quota, credit } = this.team(index);
    return Math.max(quota - this.used(index, atMs), 0) + credit;
  }

  /** Less than 0 when a quota was lowered, or credit taken back, below what is held. */
  available(index: number, atMs = this.nowMs): number {
    return this.left(index, atMs) - this.held(index);
  }

  /** The charge under an Idempotency-Key, if it is less than a day old. */
  charged(index: number, idem: number): { body: number; characters: number } | undefined {
    const earlier = this.team(index).idem.get(idem);
    return earlier !== undefined && earlier.atMs > this.nowMs - dayMs ? earlier : undefined;
  }

  /** False when it would take more than there is. An entry that was booked before changes nothing. */
  addCredit(index: number, id: string, amount: number): boolean {
    const team = this.team(index);
    if (team.entries.has(id)) return true;
    if (team.credit + amount < 0) return false;
    team.entries.set(id, amount);
    team.credit += amount;
    return true;
  }

  placeHold(index: number, id: string, hold: ModelHold): string {
    const team = this.team(index);
    if (team.revoked.has(hold.key) || this.#hasExpired(index, hold.key)) return 'key_revoked';
    if (team.isSuspended) return 'team_suspended';
    if (team.holds.has(id)) return 'held';
    if (hold.characters > this.available(index, this.#bookedMs())) return 'quota_exceeded';
    if (hold.characters > (this.#leftOfKey(index, hold.key) ?? Infinity)) return 'key_quota_exceeded';
    team.holds.set(id, hold);
    this.#enterMonth(index);
    this.#enterMonthOfKey(index, hold.key);
    return 'held';
  }

  /** A hold that was settled is gone whatever the verdict; one that has expired stays until it is released. */
  settleHold(index: number, id: string, call: Pick<ModelCall, 'id' | 'idMs' | 'lines'>): string {
    const team = this.team(index);
    const hold = team.holds.get(id);
    if (hold === undefined || hold.expiresMs <= this.nowMs) return 'gone';
    team.holds.delete(id);
    const charge = {
      ...call,
      team: index,
      key: hold.key,
      dialect: hold.dialect,
      isForeignKey: false,
      isLate: false,
    };
    return this.#decide({ ...charge, idem: undefined, body: 0 }).verdict.replace('key_quota', 'quota');
  }

  releaseHold(index: number, id: string): boolean {
    return this.team(index).holds.delete(id);
  }

  /** The calls of hours that ended an hour ago or before are added up. */
  closeHours(): void {
    const from = this.#closedUntilMs;
    this.#closedUntilMs = Math.max(from, hourOf(this.nowMs - hourMs));
    for (const team of this.teams) {
      for (const charge of team.charges) {
        if (charge.hour < from || charge.hour >= this.#closedUntilMs) continue;
        const month = monthOf(charge.hour);
        const closing = team.closings.get(month) ?? { calls: 0, characters: 0, fromQuota: 0, fromCredit: 0 };
        closing.calls++;
        closing.characters += charactersOf(charge);
        closing.fromQuota += charge.fromQuota;
        closing.fromCredit += charge.fromCredit;
        team.closings.set(month, closing);
      }
    }
  }

  /**
   * Retention: the calls whose ids are older than so many full months are forgotten. Those of the month before the last
   * hour that is closed may not all be closed.
   */
  dropOldCalls(monthsKept: number): void {
    const keptFrom = Math.min(monthAfter(this.nowMs, -monthsKept), monthAfter(this.#closedUntilMs, -1));
    for (const { kept } of this.teams) {
      for (const { id, idMs } of [...kept.values()]) if (idMs < keptFrom) kept.delete(id);
    }
  }

  /** In the month in which a charge would be booked. */
  #leftOfKey(index: number, key: number): number | undefined {
    const { limits, period } = this.team(index);
    const budget = limits.get(key)?.budget;
    if (budget === undefined) return undefined;
    const month = Math.max(period, monthOf(this.#bookedMs()));
    return Math.max(budget - this.#usedByKey(index, key, month) - this.#heldByKey(index, key), 0);
  }

  #usedByKey(index: number, key: number, month: number): number {
    return this.team(index)
      .charges.filter((charge) => charge.key === key && monthOf(charge.hour) === month)
      .reduce((sum, charge) => sum + charactersOf(charge), 0);
  }

  #heldByKey(index: number, key: number): number {
    return [...this.team(index).holds.values()]
      .filter((hold) => hold.key === key)
      .reduce((sum, { characters }) => sum + characters, 0);
  }

  #hasExpired(index: number, key: number): boolean {
    const { expiresMs = Infinity } = this.team(index).limits.get(key) ?? {};
    return expiresMs <= this.#bookedMs();
  }

  #enterMonthOfKey(index: number, key: number): void {
    const { limits, period } = this.team(index);
    const own = limits.get(key);
    if (own !== undefined) own.period = Math.max(own.period, period);
  }

  #bookedMs(): number {
    return Math.max(this.nowMs, this.#closedUntilMs);
  }

  /** A new month begins with the team's first charge or hold in it. */
  #enterMonth(index: number): void {
    const team = this.team(index);
    const bookedMs = this.#bookedMs();
    team.used = this.used(index, bookedMs);
    team.period = Math.max(team.period, monthOf(bookedMs));
  }

  #decide(call: ModelCall): { verdict: string; characters: number } {
    const team = this.team(call.team);
    const characters = charactersOf(call);
    const refused = (verdict: string) => ({ verdict, characters });
    if (team.kept.has(call.id)) return refused('charged');
    if (call.isForeignKey || team.revoked.has(call.key)) return refused('key_revoked');
    if (this.#hasExpired(call.team, call.key)) return refused('key_revoked');
    if (team.isSuspended) return refused('team_suspended');
    if (call.isLate) return refused('too_late');
    const earlier = call.idem === undefined ? undefined : this.charged(call.team, call.idem);
    if (earlier !== undefined) {
      if (earlier.body !== call.body) return refused('conflict');
      return { verdict: 'replayed', characters: earlier.characters };
    }
    if (characters > this.available(call.team, this.#bookedMs())) return refused('quota_exceeded');
    if (characters > (this.#leftOfKey(call.team, call.key) ?? Infinity)) return refused('key_quota_exceeded');
    this.#book(call, characters);
    return { verdict: 'charged', characters };
  }

  #book({ team: index, id, idMs, key, dialect, lines, idem, body }: ModelCall, characters: number): void {
    const team = this.team(index);
    const bookedMs = this.#bookedMs();
    this.#enterMonth(index);
    if (characters > 0) this.#enterMonthOfKey(index, key);
    const fromQuota = Math.min(characters, Math.max(team.quota - team.used, 0));
    const fromCredit = characters - fromQuota;
    team.used += fromQuota;
    team.credit -= fromCredit;
    const hour = hourOf(Math.max(bookedMs, team.period));
    const charge = { id, idMs, key, dialect, lines, hour, fromQuota, fromCredit };
    team.charges.push(charge);
    team.kept.set(id, charge);
    if (idem !== undefined) team.idem.set(idem, { body, characters, atMs: this.nowMs });
  }
}

export function charactersOf({ lines }: { readonly lines: readonly ModelLine[] }): number {
  return lines.reduce((sum, { characters }) => sum + characters, 0);
}
