/** Many texts through a server, in several calls at once. */
import { setTimeout as delay } from 'node:timers/promises';
import { type TranslateAnswer, translate } from '../../support/api-client.ts';
import type { Env } from '../../support/command-line.ts';
import { createKey, createTeamForLoad } from '../../support/seed.ts';

export interface Campaign {
  readonly url: string;
  readonly key: string;
  /** Few for an engine that is slow, so that calls meet their deadline on a busy machine. */
  readonly textsPerCall?: number;
  readonly callsAtOnce?: number;
}

/** A team that no limit stops. */
export async function createUnlimitedKey(env: Env): Promise<string> {
  const team = await createTeamForLoad(env);
  return (await createKey(env, team)).plain;
}

export interface Answers {
  readonly texts: string[];
  readonly warnings: Set<string>;
}

export async function translateAll(
  { url, key, textsPerCall = 50, callsAtOnce = 4 }: Campaign,
  texts: readonly string[],
  rest: object,
): Promise<Answers> {
  const answers = new Array<string>(texts.length);
  const warnings = new Set<string>();
  const starts = Array.from(
    { length: Math.ceil(texts.length / textsPerCall) },
    (_, i) => i * textsPerCall,
  ).values();
  const work = async () => {
    for (const start of starts) {
      const text = texts.slice(start, start + textsPerCall);
      const body = await ask({ url, key }, { text, ...rest });
      for (const [i, each] of body.translations.entries()) answers[start + i] = each.text;
      for (const { code } of body.warnings ?? []) warnings.add(code);
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, work));
  return { texts: answers, warnings };
}

const maxTries = 12;

/** A busy machine sheds a call now and then; that is no damage. */
async function ask({ url, key }: Campaign, body: object): Promise<TranslateAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await translate(url, key, body);
    if (answer.status === 200) return answer.body;
    if (tries === maxTries || answer.status < 500)
      throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    await delay(tries * 1_000);
  }
}

export function report(what: string, figures: object): void {
  process.stdout.write(`protection: ${what}: ${JSON.stringify(figures)}\n`);
}
