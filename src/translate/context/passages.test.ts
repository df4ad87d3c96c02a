import { expect, test } from 'vitest';
import { mainThread } from '../../lib/event-loop-turns.ts';
import { prepareTexts, type TextOptions } from '../prepare-texts.ts';
import { passagesOf } from './passages.ts';

const pace = mainThread.paceFor('team');

async function prepared(texts: readonly string[], options: TextOptions = {}) {
  const outcome = await prepareTexts(texts, options, pace);
  if (!outcome.ok) throw new Error(outcome.problem.detail);
  return outcome.texts;
}

async function segmentsOf(texts: readonly string[], options: TextOptions = {}) {
  const passages = await passagesOf(await prepared(texts, options), undefined, pace);
  return passages.map(({ segments }) => segments);
}

const sentences = { sentenceEnds: 'lines' } as const;
const html = { markup: { format: 'html' } } as const;

test('the sentences of a text are a passage, and the texts of a call are not', async () => {
  expect(await segmentsOf(['One. Two.', 'Alone.', 'Three. Four. Five.'], sentences)).toEqual([
    ['One.', 'Two.'],
    ['Three.', 'Four.', 'Five.'],
  ]);
  expect(await segmentsOf(['One.', 'Two.'])).toEqual([]);
});

test('segments are plain words: no tags, no placeholders, nothing that is not to be translated', async () => {
  const text =
    '<p>A <b>bo</b>ld\n  <i>word</i>.</p><p>Ask<img>{name} or <span translate="no">Codename</span>, &amp; go.</p><p>--</p>';
  expect(await segmentsOf([text], html)).toEqual([['A bold word.', 'Ask … or …, & go.']]);
});

test('branches of a message are not running text', async () => {
  expect(await segmentsOf(['{n, plural, one {One house} other {Many houses}}'])).toEqual([]);
  expect(
    await segmentsOf(['You have {n, plural, one {one house} other {many houses}}. Sell.'], sentences),
  ).toEqual([['You have ….', 'Sell.']]);
});

test('the texts of a document are one passage, with the words around them', async () => {
  const [passage] = await passagesOf(
    await prepared(['<p>Three</p>', '<p>Four</p>'], html),
    { before: await prepared(['One', '<b>Two</b>'], html), after: await prepared(['Five {x}'], html) },
    pace,
  );
  expect(passage).toMatchObject({ segments: ['Three', 'Four'], before: ['One', 'Two'], after: ['Five …'] });
});
