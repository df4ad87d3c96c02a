/** DeepL's server of the tests, which answers the sentences of `numberedText` only up to a number. */
import type { EngineServer } from './engine-servers.ts';

export interface GatedEngine {
  /** Answers what waits for it, and from then on whatever has no higher number. */
  openUpTo(number: number): void;
  /** Fails requests with this number or a higher one. */
  failFrom(number: number): void;
  /** The numbers that were asked for, once each. */
  asked(): number[];
  /** Requests that wait and whose client is still there. */
  readonly waiting: number;
}

interface Waiting {
  readonly number: number;
  answer(): void;
  fail(): void;
  readonly isGone: () => boolean;
}

export function gateEngine(deepl: EngineServer): GatedEngine {
  let open = 0;
  let failing = Number.POSITIVE_INFINITY;
  let waiting: Waiting[] = [];
  const asked = new Set<number>();
  const settle = () => {
    const rest: Waiting[] = [];
    for (const each of waiting) {
      if (each.number >= failing) each.fail();
      else if (each.number <= open) each.answer();
      else rest.push(each);
    }
    waiting = rest;
  };
  deepl.misbehave = (request, response, body) => {
    if (request.method !== 'POST') return undefined;
    const texts = body.text as string[];
    const numbers = texts.map((text) => Number(/Number (\d+)/.exec(text)?.[1] ?? 0));
    for (const number of numbers) asked.add(number);
    const translations = texts.map((text) => ({ text: text.trim().toUpperCase() }));
    waiting.push({
      number: Math.max(...numbers),
      answer: () =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ translations })),
      fail: () => response.writeHead(400, { 'content-type': 'application/json' }).end('{"message":"no"}'),
      isGone: () => response.destroyed,
    });
    settle();
    return 'handled';
  };
  return {
    openUpTo(number) {
      open = number;
      settle();
    },
    failFrom(number) {
      failing = number;
      settle();
    },
    asked: () => [...asked].toSorted((a, b) => a - b),
    get waiting() {
      return waiting.filter(({ isGone }) => !isGone()).length;
    },
  };
}
