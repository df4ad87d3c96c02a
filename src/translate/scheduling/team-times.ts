/**
 * The engine time that each team has used, for all work that shares pipelines, threads or connections. The
 * team that has used the least goes first (start-time fair queueing). Work is charged as expected when it is
 * sent to the engine, and as measured when it ends, whether or not it succeeds. A team that was idle starts
 * level with the others: it accumulates no credit.
 */
import type { Pace } from '../../engines/engine.ts';
import { OldestKey } from '../../lib/oldest-key.ts';
import { BatchClaim, type ClaimedText, type MeasuredWork, type TimesOfTeams } from './batch-claim.ts';
import { Sharing } from './sharing.ts';
import { type WaitingQueue, WaitingQueues } from './waiting-queues.ts';
import { msAt, WorkRate } from './work-rate.ts';

/** The maximum debt of a team: its calls wait at most this long because of its earlier calls. */
const maxDebtMs = 10_000;

/** A team without calls for this long is forgotten, together with its debt. */
const forgetMs = 60_000;
const maxTeams = 1_000;

/** The rate before the first measurement. Its value does not matter, because it is the same for all teams. */
const firstGuess = 0.05;

/**
 * Work longer than this must not occupy all pipelines or threads while other teams have short texts. Where
 * ordinary texts take long too, the limit is this multiple of their duration.
 */
const longWorkMs = 100;
const usualTextFactor = 3;

interface TeamTime {
  usedMs: number;
  readonly rate: WorkRate;
  batchesUnderWay: number;
  lastMs: number;
}

export interface TeamTimesOptions {
  /** The number of pipelines or threads, if it is fixed. */
  readonly workers?: number | undefined;
  /** The limit of long texts in progress while only one team is active. Defaults to `workers`. */
  readonly longAtOnce?: number | undefined;
  readonly now?: () => number;
}

export class TeamTimes implements TimesOfTeams {
  readonly #longAtOnce: number;
  readonly #longWhenShared: number;
  readonly #now: () => number;
  readonly #sharing: Sharing;
  /** In order of their last work, oldest first. */
  readonly #teams = new Map<string, TeamTime>();
  readonly #oldest = new OldestKey(this.#teams);
  /** The start value of a team that was idle. */
  #levelMs = 0;
  #longUnderWay = 0;
  #teamsAtWork = 0;
  readonly #waitingForLong = new WaitingQueues();
  #usual: { readonly rate: number; readonly textMs: number; readonly atMs: number } | undefined;
  #sweptMs: number;

  constructor(options: TeamTimesOptions = {}) {
    const {
      workers = Number.POSITIVE_INFINITY,
      longAtOnce = workers,
      now = () => performance.now(),
    } = options;
    this.#longAtOnce = longAtOnce;
    this.#longWhenShared = Math.max(1, workers - 1);
    this.#now = now;
    this.#sharing = new Sharing(now);
    this.#sweptMs = now();
  }

  /** Records that a team has requested work. */
  note(teamId: string): void {
    this.#sharing.note(teamId);
  }

  /** Whether several teams have requested work recently. */
  get isShared(): boolean {
    return this.#sharing.isShared;
  }

  get teamCount(): number {
    return this.#teams.size;
  }

  /** The team with the lowest value goes first. */
  orderOf(teamId: string): number {
    return Math.max(this.#teams.get(teamId)?.usedMs ?? 0, this.#levelMs);
  }

  expectedMs(teamId: string, characters: number, texts: number): number {
    const rate = this.#teams.get(teamId)?.rate;
    return rate?.expectedMs(characters, texts, this.usualRate) ?? msAt(this.usualRate, characters, texts);
  }

  paceOf(teamId: string, characters: number): Pace {
    const rate = this.#teams.get(teamId)?.rate;
    const ms = rate?.cautiousMs(characters, this.usualRate) ?? msAt(this.usualRate, characters, 1);
    if (ms > this.longMs) return 'long';
    return rate?.usual === undefined ? 'unknown' : 'short';
  }

  /** Work that takes longer than this is long. */
  get longMs(): number {
    return Math.max(longWorkMs, usualTextFactor * this.#whatIsUsual().textMs);
  }

  /**
   * Whether a text of this length may be sent to the engine now. While teams share the engine, one worker is
   * reserved for short texts, and a team without measurements may have one batch in progress.
   */
  mayBegin(teamId: string, characters: number): boolean {
    const pace = this.paceOf(teamId, characters);
    if (pace === 'long')
      return this.#longUnderWay < (this.isShared ? this.#longWhenShared : this.#longAtOnce);
    if (pace === 'unknown' && this.isShared && Number.isFinite(this.#longWhenShared))
      return (this.#teams.get(teamId)?.batchesUnderWay ?? 0) === 0;
    return true;
  }

  /** The queue is dispatched once, when long work of any queue has ended. */
  whenLongEnds(queue: WaitingQueue): void {
    this.#waitingForLong.add(queue);
  }

  /** Charges the expected time until the claim ends. */
  begin(texts: readonly ClaimedText[]): BatchClaim {
    this.#forgetIdle();
    const byTeam = Map.groupBy(texts, ({ teamId }) => teamId);
    const parts = [...byTeam].map(([teamId, own]) => {
      const characters = own.reduce((sum, text) => sum + text.characters, 0);
      const expectedMs = this.expectedMs(teamId, characters, own.length);
      return { teamId, characters, texts: own.length, expectedMs };
    });
    const isLong = texts.some(({ teamId, characters }) => this.paceOf(teamId, characters) === 'long');
    for (const { teamId, expectedMs } of parts) {
      this.note(teamId);
      const team = this.#teamOf(teamId);
      team.usedMs = Math.max(team.usedMs, this.#levelMs);
      this.#levelMs = team.usedMs;
      if (team.batchesUnderWay++ === 0) this.#teamsAtWork++;
      this.#add(team, expectedMs);
    }
    if (this.#teamsAtWork > 1) this.#sharing.noteSeveral();
    if (isLong) this.#longUnderWay++;
    return new BatchClaim(this, parts, isLong);
  }

  /** Removes the expected time; the measured time has already been charged. */
  end({ parts, beganLong }: BatchClaim): void {
    if (this.#teamsAtWork > 1) this.#sharing.noteSeveral();
    for (const { teamId, expectedMs } of parts) {
      const team = this.#teamOf(teamId);
      if (--team.batchesUnderWay === 0) this.#teamsAtWork--;
      team.usedMs -= expectedMs;
    }
    if (!beganLong) return;
    this.#longUnderWay--;
    this.#waitingForLong.wake(() => true);
  }

  charge(teamId: string, chargedMs: number): void {
    this.#add(this.#teamOf(teamId), chargedMs);
  }

  measure(teamId: string, { workedMs, characters, texts, wasCutOff }: MeasuredWork): void {
    this.#teamOf(teamId).rate.note(workedMs, characters, texts, wasCutOff);
  }

  /** In milliseconds per character. */
  get usualRate(): number {
    return this.#whatIsUsual().rate;
  }

  /** The lower median over the teams, so that one team cannot make its own rate look usual. */
  #whatIsUsual(): { readonly rate: number; readonly textMs: number } {
    const now = this.#now();
    if (this.#usual !== undefined && now - this.#usual.atMs < 1_000) return this.#usual;
    const rates = [...this.#teams.values()].map(({ rate }) => rate);
    const rate = lowerMedian(rates.map(({ usual }) => usual));
    const textMs = lowerMedian(rates.map(({ usualTextMs }) => usualTextMs)) ?? 0;
    if (rate === undefined) return { rate: firstGuess, textMs };
    // The texts of a single team do not show what is long for others.
    this.#usual = { rate, textMs: rates.length > 1 ? textMs : 0, atMs: now };
    return this.#usual;
  }

  #add(team: TeamTime, ms: number): void {
    team.usedMs = Math.min(team.usedMs + ms, this.#levelMs + maxDebtMs);
  }

  #teamOf(teamId: string): TeamTime {
    let team = this.#teams.get(teamId);
    if (team === undefined) {
      this.#makeRoom();
      team = { usedMs: this.#levelMs, rate: new WorkRate(), batchesUnderWay: 0, lastMs: 0 };
    } else this.#teams.delete(teamId);
    team.lastMs = this.#now();
    this.#teams.set(teamId, team);
    return team;
  }

  #makeRoom(): void {
    // Teams with work in progress are kept. There are never so many of them that this loop would take long.
    for (let tries = this.#teams.size; tries > 0 && this.#teams.size >= maxTeams; tries--) {
      const teamId = this.#oldest.next();
      const team = teamId === undefined ? undefined : this.#teams.get(teamId);
      if (teamId === undefined || team === undefined) return;
      this.#teams.delete(teamId);
      if (team.batchesUnderWay > 0) this.#teams.set(teamId, team);
    }
  }

  #forgetIdle(): void {
    const now = this.#now();
    if (now - this.#sweptMs < forgetMs) return;
    this.#sweptMs = now;
    for (const [teamId, { batchesUnderWay, lastMs }] of this.#teams)
      if (batchesUnderWay === 0 && now - lastMs >= forgetMs) this.#teams.delete(teamId);
  }
}

function lowerMedian(values: readonly (number | undefined)[]): number | undefined {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}
