/**
 * Any server with OpenAI's chat completions API. A template writes the messages and reads the answer; this file
 * asks. A batch whose answer is cut off or incomplete is retried in halves, and so is a text that is too long for the model; a
 * single text that fails otherwise is an error, unless the model refuses it.
 */
import type { TemplateName, TokenLimit } from '../../../config/openai-settings.ts';
import type { LanguagePair } from '../../../lib/language-tag.ts';
import { type JsonObject, mergePatch } from '../../../lib/merge-patch.ts';
import {
  type Engine,
  EngineError,
  type TranslateOptions,
  writingStyles,
  writingTones,
} from '../../engine.ts';
import { type Poster, StatusError } from '../../engine-http.ts';
import { translateInPieces } from '../../translate-in-pieces.ts';
import {
  allPairsOf,
  type HttpDialect,
  type HttpEngineOptions,
  openHttpEngine,
  type WireBatch,
} from '../http-engine.ts';
import { contentOf } from './completion.ts';
import { exceedsContext, minSplitLength } from './context-limit.ts';
import { failed, type Read, type Template } from './templates/template.ts';
import { templates } from './templates/templates.ts';
import { tokenLimitFor } from './token-limit.ts';

export interface OpenaiOptions extends HttpEngineOptions {
  readonly model: string;
  /** The pairs that are offered. If undefined, every pair of `languages`. */
  readonly pairs?: readonly LanguagePair[] | undefined;
  readonly template?: TemplateName | undefined;
  /** A merge patch for every request. */
  readonly parameters?: JsonObject | undefined;
  readonly tokenLimit?: TokenLimit | undefined;
  /** Whether the model is trusted with tags. If undefined, the template decides. */
  readonly markup?: boolean | undefined;
  readonly textsPerRequest?: number | undefined;
  /** Off by default: each neighbour is paid for with every text, and a repeated text is cached once for each context. */
  readonly contextSegments?: number | undefined;
  /** Whether texts may be rephrased. If undefined, the template decides. */
  readonly rephrase?: boolean | undefined;
}

export function openOpenaiEngine(options: OpenaiOptions): Promise<Engine> {
  const template = templates[options.template ?? 'json'];
  const { features, charactersPerText } = template;
  const markup = options.markup ?? features.markup;
  const request = (batch: WireBatch) => requestFor(options, template, batch);
  const dialect: HttpDialect = {
    headers: options.key === undefined ? {} : { authorization: `Bearer ${options.key}` },
    capacity: {
      // A text can contain a prompt injection. Alone in its request, it cannot read or change texts of other
      // callers.
      textsPerBatch: template.takesSeveralTexts ? (options.textsPerRequest ?? 1) : 1,
      charactersPerBatch: 4_000,
      ...(charactersPerText && { charactersPerText }),
    },
    timeoutMs: 25_000,
    repeatsWhenBusy: true,
    probePath: '/models',
    variant: JSON.stringify([markup, ...samples.map(request)]),
    features: { ...features, markup },
    contextSegments: options.contextSegments ?? 0,
    rephrases: template.rephrases && options.rephrase !== false,
    pairs: async () => options.pairs ?? allPairsOf(options.languages ?? []),
    ask: (http, batch, signal) =>
      askInHalves({ http, template, request, signal, detailsLeft: batch.texts.length }, batch),
  };
  return openHttpEngine(options, dialect);
}

/** Parameters come last, so that they can change everything that the configuration allows them to. */
function requestFor(
  { model, tokenLimit = 'max_tokens', parameters = {} }: OpenaiOptions,
  template: Template,
  batch: WireBatch,
): JsonObject {
  const limit = tokenLimit !== false && { [tokenLimit]: tokenLimitFor(batch.texts) };
  return mergePatch({ model, ...template.requestFor(batch), ...limit }, parameters);
}

const allOptions: TranslateOptions = {
  context: '-',
  markup: 'html',
  glossary: [{ source: '-', target: '-' }],
  instructions: ['-'],
};

/**
 * Requests with every option. What changes them changes translations (the wording, the sampling, the model), so
 * they are part of the engine's version.
 */
const samples: readonly WireBatch[] = [
  {},
  { ...allOptions, formality: 'more' as const },
  { ...allOptions, formality: 'less' as const },
  ...[1, 2, 3].map((alternative) => ({ alternative })),
  ...writingStyles.map((style) => ({ rephrase: { task: 'rephrase' as const, style }, instructions: ['-'] })),
  ...writingTones.map((tone) => ({ rephrase: { task: 'correct' as const, tone } })),
].map((options) => ({ source: 'en', target: 'de', texts: ['-'], options }));

interface Asking {
  readonly http: Poster;
  readonly template: Template;
  readonly request: (batch: WireBatch) => JsonObject;
  readonly signal: AbortSignal;
  /** Context and instructions are counted once per text. They are sent no more often, even if texts are retried. */
  detailsLeft: number;
}

async function askInHalves(asking: Asking, batch: WireBatch): Promise<string[]> {
  const { texts, options } = batch;
  const sent =
    asking.detailsLeft-- > 0
      ? batch
      : { ...batch, options: { ...options, context: undefined, instructions: undefined } };
  const read = await ask(asking, sent);
  if (read.ok) return read.texts;
  // An empty answer fails this text alone: another engine may translate it, and the texts beside it are kept.
  if (texts.length === 1 && read.isRefusal) return [''];
  if (texts.length === 1 && read.isTooLong) return askInParts(asking, batch, read.reason);
  if (texts.length === 1) throw new EngineError(read.reason);
  const middle = Math.ceil(texts.length / 2);
  return [
    ...(await askInHalves(asking, { ...batch, texts: texts.slice(0, middle) })),
    ...(await askInHalves(asking, { ...batch, texts: texts.slice(middle) })),
  ];
}

async function askInParts(asking: Asking, batch: WireBatch, reason: string): Promise<string[]> {
  const { texts, options } = batch;
  const [{ length } = ''] = texts;
  // A cut could break a tag. The empty answer has the text translated in pieces around its tags.
  if (options.markup !== undefined) return [''];
  if (length <= minSplitLength) throw new EngineError(reason);
  const answers: string[] = [];
  const askEach = async (parts: string[]) => {
    for (const part of parts) answers.push(...(await askInHalves(asking, { ...batch, texts: [part] })));
    return answers;
  };
  const whole = await translateInPieces(texts, askEach, Math.ceil(length / 2), batch);
  // Without a part that the model refuses, the rest is not a translation of the text.
  return answers.includes('') ? [''] : whole;
}

async function ask({ http, template, request, signal }: Asking, batch: WireBatch): Promise<Read> {
  const body = request(batch);
  let completion: unknown;
  try {
    completion = await http.post('/chat/completions', body, signal);
  } catch (error) {
    if (exceedsContext(error)) return { ...failed('the context of the model is too small'), isTooLong: true };
    throw explained(error, body);
  }
  const content = contentOf(completion);
  return content.ok ? template.read(content.content, batch.texts) : content;
}

/**
 * OpenAI's error names the member that a model does not support. Only names of members that were sent are passed
 * on, because anything else in the error can contain texts.
 */
function explained(error: unknown, request: JsonObject): unknown {
  if (!(error instanceof StatusError) || error.status !== 400) return error;
  const { param } = Object((Object(error.body) as { error?: unknown }).error) as { param?: unknown };
  if (typeof param !== 'string' || !Object.hasOwn(request, param)) return error;
  const remedy =
    param === 'max_tokens'
      ? 'set "token_limit" to max_completion_tokens or false'
      : `remove it with "${param}: null" under "parameters"`;
  return new EngineError(`the server refuses "${param}" in the request (400); ${remedy}`, { cause: error });
}
