/** The guard on real sentences: everything that is no translation is caught, and nearly nothing that is one. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openApertiumEngine } from '../../src/engines/apertium/apertium-engine.ts';
import { faultOf, suspicionOf } from '../../src/translate/guard/translation-plausibility.ts';
import { degenerateOutputs } from '../quality/degenerate-outputs.ts';
import { readFlores } from '../quality/flores.ts';
import { isLong } from '../support/long-form.ts';
import { quietLogger } from '../support/pool.ts';
import { dataFolder, hasTestData } from '../support/test-data.ts';

interface Exchange {
  readonly text: string;
  readonly answer: string;
  readonly source: string;
  readonly target: string;
}

const judge = ({ text, answer, ...pair }: Exchange) =>
  faultOf(text, answer, pair) ?? suspicionOf(text, answer, pair);

function report(name: string, figures: object): void {
  process.stderr.write(`guard: ${name} ${JSON.stringify(figures)}\n`);
}

describe.skipIf(!hasTestData)('on FLORES', () => {
  test('every degenerate output is caught', () => {
    const missed = new Map<string, number>();
    let total = 0;
    for (const output of degenerateOutputs(readFlores('flores-dev'), isLong ? 200 : 40)) {
      total++;
      if (judge(output) === undefined) missed.set(output.kind, (missed.get(output.kind) ?? 0) + 1);
    }
    report('degenerate outputs', { total, missed: Object.fromEntries(missed) });
    expect(total).toBeGreaterThan(5_000);
    expect(Object.fromEntries(missed)).toEqual({});
  });

  test('at most one in a thousand real translations raises an alarm', async () => {
    const said = peopleSay().filter((_, i) => isLong || i % 3 === 0);
    const exchanges = [...said, ...machinesSay(), ...(await apertiumSays())];
    const alarms = exchanges.filter((exchange) => judge(exchange) !== undefined);
    report('false alarms', { of: exchanges.length, alarms: alarms.length });
    expect(exchanges.length).toBeGreaterThan(isLong ? 30_000 : 7_000);
    expect(alarms.length / exchanges.length).toBeLessThanOrEqual(0.001);
  });
});

/** From English to every language and back. */
function peopleSay(): Exchange[] {
  const sentences = readFlores('flores-dev');
  const english = sentences.get('en') ?? [];
  return [...sentences].flatMap(([language, lines]) =>
    language === 'en'
      ? []
      : lines.flatMap((line, i) => [
          { text: english[i] ?? '', answer: line, source: 'en', target: language },
          { text: line, answer: english[i] ?? '', source: language, target: 'en' },
        ]),
  );
}

function machinesSay(): Exchange[] {
  const english = readFlores('flores-test').get('en') ?? [];
  return ['google', 'bergamot-base-memory'].flatMap((system) => {
    const file = resolve(dataFolder, 'flores-test-outputs', `en-es.${system}.txt`);
    const answers = readFileSync(file, 'utf8').trim().split('\n');
    return answers.map((answer, i) => ({ text: english[i] ?? '', answer, source: 'en', target: 'es' }));
  });
}

const apertiumPairs = ['en>es', 'es>ca', 'es>pt', 'es>it', 'fr>es', 'sv>da'];

async function apertiumSays(): Promise<Exchange[]> {
  const modesFolder = '/usr/share/apertium/modes';
  const engine = await openApertiumEngine({
    id: 'apertium',
    modesFolder,
    pipelinesPerPair: 2,
    logger: quietLogger,
  });
  const sentences = readFlores('flores-test');
  const exchanges: Exchange[] = [];
  // As long as it takes: pipelines give way to everything else on the machine.
  const { signal } = new AbortController();
  try {
    for (const pair of apertiumPairs) {
      const [source = '', target = ''] = pair.split('>');
      const texts = (sentences.get(source) ?? []).slice(0, isLong ? undefined : 60);
      const answers = await engine.translate({ source, target, texts }, signal);
      exchanges.push(...texts.map((text, i) => ({ text, answer: answers[i] ?? '', source, target })));
    }
  } finally {
    await engine.close();
  }
  return exchanges;
}
