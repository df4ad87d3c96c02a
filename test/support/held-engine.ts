/** DeepL's server of the tests, with its answers held back until all who are to come have come. */
import type { EngineServer } from './engine-servers.ts';

export interface HeldEngine {
  /** Requests that wait for their answer. */
  readonly waiting: number;
  /** Answers all of them, and from then on everybody at once. */
  release(): void;
}

export function holdAnswers(deepl: EngineServer): HeldEngine {
  const held: (() => void)[] = [];
  deepl.misbehave = (request, response, body) => {
    if (request.method !== 'POST') return undefined;
    held.push(() => {
      const translations = (body.text as string[]).map((text) => ({ text: text.toUpperCase() }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ translations }));
    });
    return 'handled';
  };
  return {
    get waiting() {
      return held.length;
    },
    release() {
      deepl.misbehave = undefined;
      for (const answer of held.splice(0)) answer();
    },
  };
}

/** Of texts alone. */
export function charactersSentTo(deepl: EngineServer): number {
  return (deepl.asked as { text?: string[] }[]).flatMap(({ text = [] }) => text).join('').length;
}
