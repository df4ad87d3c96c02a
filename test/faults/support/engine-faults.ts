/** The faults: what can happen to the processes of a pipeline, done to those of a running server and proved. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  isAlive,
  type ProcessEntry,
  pipelineGroups,
  readAgain,
  signal,
} from '../../support/process-table.ts';
import { within } from '../../support/within.ts';
import type { SeededRandom } from './seeded-random.ts';

export const faultKinds = [
  'kill-stage',
  'kill-group',
  'stop-stage',
  'stop-stage-a-while',
  'stop-everything',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** How often each is drawn. Everything at once is rare: it takes the whole engine down for seconds. */
const weights: Readonly<Record<FaultKind, number>> = {
  'kill-stage': 8,
  'kill-group': 4,
  'stop-stage': 3,
  'stop-stage-a-while': 4,
  'stop-everything': 1,
};
const drawn = faultKinds.flatMap((kind) => new Array<FaultKind>(weights[kind]).fill(kind));

export interface FaultReport {
  /** Faults that took effect: every victim was alive before and dead or stopped after. */
  readonly effective: Record<FaultKind, number>;
  readonly withoutEffect: string[];
  /** Stopped processes that went on, and those that had been replaced by then. */
  continued: number;
  replacedMeanwhile: number;
  /** Every group that was ever seen. */
  readonly groupsSeen: Set<number>;
  mostGroupsAtOnce: number;
}

export class FaultLoop {
  readonly report: FaultReport = {
    effective: Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>,
    withoutEffect: [],
    continued: 0,
    replacedMeanwhile: 0,
    groupsSeen: new Set(),
    mostGroupsAtOnce: 0,
  };
  readonly #serverPid: number;
  readonly #random: SeededRandom;
  readonly #continuations: Promise<void>[] = [];

  constructor(serverPid: number, random: SeededRandom) {
    this.#serverPid = serverPid;
    this.#random = random;
  }

  get faults(): number {
    return Object.values(this.report.effective).reduce((sum, count) => sum + count, 0);
  }

  async run(count: number, pauseMs: readonly [number, number], untilMs: number): Promise<void> {
    while (this.faults < count && Date.now() < untilMs) {
      await this.#strike(this.#random.pick(drawn));
      await delay(this.#random.between(...pauseMs));
    }
    await Promise.all(this.#continuations);
    this.look();
  }

  /** Notes which groups there are now. */
  look(): ProcessEntry[][] {
    const groups = pipelineGroups(this.#serverPid);
    for (const group of groups.keys()) this.report.groupsSeen.add(group);
    this.report.mostGroupsAtOnce = Math.max(this.report.mostGroupsAtOnce, groups.size);
    return [...groups.values()];
  }

  async #strike(kind: FaultKind): Promise<void> {
    const groups = this.look();
    if (groups.length === 0) return;
    const victims = this.#victims(kind, groups);
    const before = victims.map(readAgain);
    if (!before.every(isAlive)) return; // died by itself since the look: another one is drawn
    const stops = kind.startsWith('stop');
    for (const { pid } of victims) signal(pid, stops ? 'SIGSTOP' : 'SIGKILL');
    const proved = await within(60_000, () =>
      victims.every((victim) => {
        const after = readAgain(victim);
        return !isAlive(after) || (stops && after?.state === 'T');
      }),
    );
    if (proved) this.report.effective[kind]++;
    else this.report.withoutEffect.push(`${kind} of ${victims.map(({ pid }) => pid).join(', ')}`);
    const goesOn = kind === 'stop-stage-a-while' || (kind === 'stop-everything' && this.#random.next() < 0.5);
    if (goesOn) this.#continuations.push(this.#continueLater(victims, this.#random.between(200, 8_000)));
  }

  #victims(kind: FaultKind, groups: ProcessEntry[][]): ProcessEntry[] {
    if (kind === 'stop-everything') return groups.flat();
    const group = this.#random.pick(groups);
    return kind === 'kill-group' ? group : [this.#random.pick(group)];
  }

  async #continueLater(victims: readonly ProcessEntry[], afterMs: number): Promise<void> {
    await delay(afterMs);
    for (const victim of victims) {
      const now = readAgain(victim);
      if (now?.state === 'T' && signal(victim.pid, 'SIGCONT')) this.report.continued++;
      else this.report.replacedMeanwhile++;
    }
  }
}
