import { expect, test } from 'vitest';
import { type Engine, EngineError } from '../../engines/engine.ts';
import { mainThread } from '../../lib/event-loop-turns.ts';
import type { Route } from '../routing/language-routes.ts';
import { EngineSupervisor } from '../supervision/engine-supervisor.ts';
import { translateAlongRoutes } from '../translate-along-routes.ts';
import { translateGuarded } from './translate-guarded.ts';

const features = { formality: false, glossary: false, markup: false };

/** Returns an engine that translates with `answer`, and the texts it receives. */
function engineOf(id: string, answer: (text: string) => string) {
  const asked: string[] = [];
  const engine: Engine = {
    id,
    version: '1',
    capacity: { batchesAtOnce: 4, textsPerBatch: 8, charactersPerBatch: 10_000, stallMs: 5_000 },
    pairs: () => [],
    translate: async ({ texts }) => {
      asked.push(...texts);
      return texts.map(answer);
    },
    health: async () => ({ healthy: true, detail: '' }),
    close: async () => {},
  };
  return { engine, asked };
}

const routeOver = ({ engine }: { engine: Engine }): Route => ({
  source: 'en',
  target: 'es',
  legs: [{ engine, source: 'en', target: 'es', features }],
});

const translateParts = (texts: string[], ...engines: { engine: Engine }[]) =>
  translateAlongRoutes(
    new EngineSupervisor(),
    engines.map(routeOver),
    texts.map((text) => [text]),
    { teamId: 'team', deadlineMs: Date.now() + 600_000, signal: AbortSignal.timeout(600_000) },
  );

const long =
  'The first sentence is here to be read. The second sentence is here as well. The third one ends it all now.';
const loop = 'bucle '.repeat(40);
const upper = (text: string) => text.toUpperCase();

test('what can’t be a translation is asked for again, in smaller pieces', async () => {
  const engine = engineOf('a', (text) => (text.length > 60 ? loop : upper(text)));
  const [translations] = await translateParts([long], engine);
  expect(translations).toMatchObject({ parts: [upper(long)], isWhole: true });
  expect(engine.asked).toHaveLength(4);
});

test('an answer with a placeholder of its own is never used, also not that of a piece', async () => {
  const always = engineOf('a', (text) => `${upper(text)} {name}`);
  const second = engineOf('second', upper);
  expect(await translateParts(['a text'], always, second)).toMatchObject([{ parts: ['A TEXT'] }]);
  await expect(translateParts(['a text'], always)).rejects.toThrow('nothing that can be a translation');
});

test('a tag that an HTML engine writes as text is one of its own', async () => {
  const span = { kind: 'word', replacement: '{a}' } as const;
  const ask = async (texts: readonly string[]) =>
    texts.map((text) => (text.includes('<img') ? `${text} &lt;b&gt;` : upper(text)));
  const translate = async (words: string) => {
    const pace = mainThread.paceFor('');
    const pair = { source: 'en', target: 'es' };
    return (await translateGuarded([[words, span]], 'html', pair, ask, pace))[0];
  };
  expect(await translate('a text ')).toEqual({ parts: ['A TEXT ', span], isWhole: true });
});

test('the other route translates what the first one can’t, and that alone', async () => {
  const first = engineOf('first', (text) => (text.includes('bad') ? '' : upper(text)));
  const second = engineOf('second', upper);
  const translations = await translateParts(['a bad text', 'a text'], first, second);
  expect(translations.map(({ parts, route }) => [parts[0], route.legs[0]?.engine.id])).toEqual([
    ['A BAD TEXT', 'second'],
    ['A TEXT', 'first'],
  ]);
  expect(second.asked).toEqual(['a bad text']);
});

test('where nobody can, the text stays as it was and says so; the others are translated', async () => {
  const translations = await translateParts(
    ['a bad text', 'a text'],
    engineOf('a', (text) => (text.includes('bad') ? loop : upper(text))),
  );
  expect(translations.map(({ parts, isWhole }) => [parts[0], isWhole])).toEqual([
    ['a bad text', false],
    ['A TEXT', true],
  ]);
});

test('a call of which nothing could be translated fails', async () => {
  await expect(
    translateParts(
      ['a bad text'],
      engineOf('a', () => loop),
    ),
  ).rejects.toBeInstanceOf(EngineError);
});

test('one odd text closes no engine to others', async () => {
  const supervisor = new EngineSupervisor();
  const { engine } = engineOf('a', (text) => (text.includes('bad') ? loop : upper(text)));
  const work = () => ({
    teamId: 'team',
    deadlineMs: Date.now() + 600_000,
    signal: AbortSignal.timeout(600_000),
  });
  for (let i = 0; i < 10; i++) {
    await expect(
      translateAlongRoutes(supervisor, [routeOver({ engine })], [['a bad text']], work()),
    ).rejects.toThrow();
  }
  const [translations] = await translateAlongRoutes(
    supervisor,
    [routeOver({ engine })],
    [['a text']],
    work(),
  );
  expect(translations?.parts).toEqual(['A TEXT']);
});

test('a translation that is far too short is kept where there is no better one', async () => {
  const [translations] = await translateParts(
    [long],
    engineOf('a', () => 'Fin.'),
  );
  expect(translations).toMatchObject({ parts: ['Fin.'], isWhole: true });
});

test('thousands of answers that can’t be translations are asked for again a few at a time', async () => {
  let atOnce = 0;
  let most = 0;
  const units = Array.from({ length: 1_000 }, (_, i) => [`Word number ${i}`]);
  const attempts = await translateGuarded(
    units,
    'html',
    { source: 'en', target: 'es' },
    async (texts, details) => {
      if (!details?.isPiece) return texts.map(() => '');
      most = Math.max(most, ++atOnce);
      await new Promise(setImmediate);
      atOnce--;
      return texts.map(upper);
    },
    mainThread.paceFor('team'),
  );
  expect(attempts.map(({ parts }) => parts)).toEqual(units.map(([text = '']) => [upper(text)]));
  expect(most).toBe(50);
});
