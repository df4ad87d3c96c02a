/** A person who types, for tests: pauses to think, makes mistakes and corrects them, in simulated time. */
import type { LiveCall } from './live-call.ts';
import type { LivePlanner, LiveTranslation } from './live-planner.ts';

export interface Typist {
  /** On average, for each key. */
  readonly keyMs: number;
  /** How often they stop to think after a key, for one to eight seconds. */
  readonly thinks: number;
  /** How often a key is wrong. It is noticed after up to four more. */
  readonly errs: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** The text after each key, and when. */
export function* typed(text: string, { keyMs, thinks, errs, random }: Typist) {
  let written = '';
  let now = 0;
  const press = (next: string) => {
    now += keyMs * (0.5 + random());
    if (random() < thinks) now += 1_000 + 7_000 * random();
    written = next;
    return { text: written, now };
  };
  for (let at = 0; at < text.length; ) {
    if (random() < errs) {
      const right = written;
      const wrong = `x${text.slice(at + 1, at + 1 + Math.floor(5 * random()))}`;
      for (const key of wrong) yield press(written + key);
      while (written !== right) yield press(written.slice(0, -1));
    }
    yield press(written + text[at++]);
  }
}

/** Plays a text to a planner. Answers arrive `latencyMs` after their call. Returns all calls. */
export async function playTyping<Translation extends LiveTranslation>(
  planner: LivePlanner<Translation>,
  keys: Iterable<{ readonly text: string; readonly now: number }>,
  send: (call: LiveCall) => Promise<readonly Translation[]>,
  latencyMs = 0,
): Promise<LiveCall[]> {
  const calls: LiveCall[] = [];
  let underWay: { call: LiveCall; at: number; answer: readonly Translation[] }[] = [];
  const runUntil = async (end: number, from: number) => {
    for (let now = from; ; ) {
      const planAt = planner.nextPlanAt(now) ?? Number.POSITIVE_INFINITY;
      const answerAt = Math.min(Number.POSITIVE_INFINITY, ...underWay.map(({ at }) => at));
      now = Math.min(planAt, answerAt);
      if (now > end || now === Number.POSITIVE_INFINITY) return;
      for (const { call, answer } of underWay.filter(({ at }) => at <= now))
        if (!call.signal.aborted) planner.answer(call, answer);
      underWay = underWay.filter(({ at }) => at > now);
      const call = planner.plan(now);
      if (call === undefined) continue;
      calls.push(call);
      underWay.push({ call, at: now + latencyMs, answer: await send(call) });
    }
  };
  let last = 0;
  for (const { text, now } of keys) {
    await runUntil(now, last);
    planner.change(text, now);
    last = now;
  }
  await runUntil(last + 60_000, last);
  return calls;
}
