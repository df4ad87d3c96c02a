/** Charges the teams that have texts in a batch for the engine time of that batch. */
import type { ChargeDetails, Claim, Pace } from '../../engines/engine.ts';
import { msAt } from './work-rate.ts';

export interface ClaimedText {
  readonly teamId: string;
  readonly characters: number;
}

export interface ClaimedPart {
  readonly teamId: string;
  readonly characters: number;
  readonly texts: number;
  readonly expectedMs: number;
}

export interface MeasuredWork {
  readonly workedMs: number;
  readonly characters: number;
  readonly texts: number;
  readonly wasCutOff: boolean;
}

/** The per-team accounts to which a claim is charged. */
export interface TimesOfTeams {
  readonly isShared: boolean;
  readonly usualRate: number;
  orderOf(teamId: string): number;
  paceOf(teamId: string, characters: number): Pace;
  charge(teamId: string, chargedMs: number): void;
  measure(teamId: string, work: MeasuredWork): void;
  end(claim: BatchClaim): void;
}

/** Work that had to be cut off costs a pipeline or a thread in addition to its time. */
const cutOffFactor = 2;

export class BatchClaim implements Claim {
  readonly parts: readonly ClaimedPart[];
  /** Whether the batch counted as long when it began. */
  readonly beganLong: boolean;
  readonly #times: TimesOfTeams;
  readonly #characters: number;
  #workedMs = 0;
  #isOver = false;

  constructor(times: TimesOfTeams, parts: readonly ClaimedPart[], beganLong: boolean) {
    this.#times = times;
    this.parts = parts;
    this.beganLong = beganLong;
    this.#characters = parts.reduce((sum, { characters }) => sum + characters, 0);
  }

  get order(): number {
    return Math.min(...this.parts.map(({ teamId }) => this.#times.orderOf(teamId)));
  }

  /** Computed on each read: other texts of the team may have been measured since the batch was queued. */
  get pace(): Pace {
    if (this.beganLong) return 'long';
    const paces = this.parts.map(({ teamId, characters, texts }) =>
      this.#times.paceOf(teamId, characters / texts),
    );
    return paces.find((pace) => pace === 'long') ?? paces.find((pace) => pace === 'unknown') ?? 'short';
  }

  get isShared(): boolean {
    return this.#times.isShared;
  }

  get expectedMs(): number {
    return this.parts.reduce((sum, part) => sum + part.expectedMs, 0);
  }

  /** The time so far, without the surcharge for cut-off work. */
  get workedMs(): number {
    return this.#workedMs;
  }

  usualMs(characters: number): number {
    return msAt(this.#times.usualRate, characters, 1);
  }

  /**
   * May be called after `end`: an engine may finish work that no caller waits for, and that time is charged
   * too.
   */
  charge(workedMs: number, details: ChargeDetails = {}): void {
    const { characters = this.#characters, wasCutOff = false, isTypical = true } = details;
    this.#workedMs += workedMs;
    for (const part of this.parts) {
      const share = part.characters / this.#characters;
      this.#times.charge(part.teamId, workedMs * share * (wasCutOff ? cutOffFactor : 1));
      if (!isTypical) continue;
      const texts = Math.max(1, (part.texts * characters) / this.#characters);
      const work = { workedMs: workedMs * share, characters: characters * share, texts, wasCutOff };
      this.#times.measure(part.teamId, work);
    }
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#times.end(this);
  }
}
