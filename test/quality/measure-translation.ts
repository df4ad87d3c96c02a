/** Translates FLORES with the bare engine and through a running server, plain and in markup, and compares. */
import { openApertiumEngine } from '../../src/engines/apertium/apertium-engine.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { translate } from '../support/api-client.ts';
import { quietLogger } from '../support/pool.ts';
import { bleu } from './bleu.ts';
import { chrf } from './chrf.ts';

/** Those of Apertium's pairs in Debian that FLORES has both languages of, each family once. */
export const pairs = ['en-es', 'es-ca', 'es-pt', 'es-it', 'fr-es', 'sv-da'] as const;

export interface Server {
  readonly url: string;
  readonly key: string;
}

export interface Score {
  readonly chrf: number;
  readonly bleu: number;
}

export interface PairScores {
  readonly pair: string;
  readonly bare: Score;
  readonly served: Score;
  /** In simple markup, with its tags taken away again. */
  readonly marked: Score;
  /** Translations through the server that are not the bare engine's to the letter. */
  readonly different: number;
  /** The same between two runs of the bare engine: some pairs of Apertium depend on what they translated before. */
  readonly differentBare: number;
  readonly sentences: number;
}

export function openBareEngine(): Promise<Engine> {
  const modesFolder = '/usr/share/apertium/modes';
  return openApertiumEngine({ id: 'apertium', modesFolder, pipelinesPerPair: 2, logger: quietLogger });
}

export async function measurePair(
  pair: string,
  sentences: ReadonlyMap<string, readonly string[]>,
  engine: Engine,
  server: Server,
  count = Number.POSITIVE_INFINITY,
): Promise<PairScores> {
  const [source = '', target = ''] = pair.split('-');
  const texts = (sentences.get(source) ?? []).slice(0, count);
  const references = (sentences.get(target) ?? []).slice(0, count);
  const bare = await engine.translate({ source, target, texts }, AbortSignal.timeout(300_000));
  const again = await engine.translate({ source, target, texts }, AbortSignal.timeout(300_000));
  const served = await throughServer(server, texts, { source_lang: source, target_lang: target });
  const html = { source_lang: source, target_lang: target, tag_handling: 'html' };
  const marked = (await throughServer(server, texts.map(inMarkup), html)).map(withoutMarkup);
  const scoreOf = (answers: readonly string[]) => ({
    chrf: chrf(answers, references),
    bleu: bleu(answers, references),
  });
  return {
    pair,
    bare: scoreOf(bare),
    served: scoreOf(served),
    marked: scoreOf(marked),
    different: served.filter((answer, i) => answer !== bare[i]).length,
    differentBare: again.filter((answer, i) => answer !== bare[i]).length,
    sentences: texts.length,
  };
}

const textsPerCall = 50;

async function throughServer(
  { url, key }: Server,
  texts: readonly string[],
  options: object,
): Promise<string[]> {
  const answers: string[] = [];
  for (let start = 0; start < texts.length; start += textsPerCall) {
    const text = texts.slice(start, start + textsPerCall);
    const { status, body } = await translate(url, key, { text, ...options });
    if (status !== 200) throw new Error(`a call was answered ${status}: ${JSON.stringify(body)}`);
    answers.push(...body.translations.map((translation) => translation.text));
  }
  return answers;
}

/** A paragraph with two words in bold in its middle, as people write them. */
export function inMarkup(sentence: string): string {
  const words = escaped(sentence).split(' ');
  const from = Math.floor(words.length / 2);
  const bold = words.slice(from, from + 2).join(' ');
  return `<p>${[...words.slice(0, from), `<b>${bold}</b>`, ...words.slice(from + 2)].join(' ')}</p>`;
}

const signs: readonly (readonly [string, string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
];

function escaped(text: string): string {
  return signs.reduce((rest, [sign, entity]) => rest.replaceAll(sign, entity), text);
}

function withoutMarkup(html: string): string {
  const plain = html.replaceAll(/<[^>]*>/g, '');
  return signs.reduceRight((rest, [sign, entity]) => rest.replaceAll(entity, sign), plain);
}
