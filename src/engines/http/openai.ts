/**
 * Any server with OpenAI's chat completions API. Texts are sent as JSON and returned according to a schema,
 * numbered. A batch that comes back truncated or incomplete is retried in halves; a single text that fails is
 * an error.
 */
import { type Engine, EngineError } from '../engine.ts';
import type { Poster } from '../engine-http.ts';
import {
  allPairsOf,
  type HttpDialect,
  type HttpEngineOptions,
  openHttpEngine,
  type WireBatch,
} from './http-engine.ts';
import { messagesFor, wording } from './openai-prompt.ts';

export interface OpenaiOptions extends HttpEngineOptions {
  readonly model: string;
  readonly languages: readonly string[];
  readonly textsPerRequest?: number | undefined;
}

/** Each translation carries the number of its text, so that a missing or duplicated one is detected. */
const schema = {
  type: 'object',
  properties: {
    translations: {
      type: 'array',
      items: {
        type: 'object',
        properties: { index: { type: 'integer' }, text: { type: 'string' } },
        required: ['index', 'text'],
        additionalProperties: false,
      },
    },
  },
  required: ['translations'],
  additionalProperties: false,
};

export function openOpenaiEngine(options: OpenaiOptions): Promise<Engine> {
  const dialect: HttpDialect = {
    headers: options.key === undefined ? {} : { authorization: `Bearer ${options.key}` },
    // A text can contain a prompt injection. Alone in its request, it cannot read or change texts of other
    // callers.
    capacity: { textsPerBatch: options.textsPerRequest ?? 1, charactersPerBatch: 4_000 },
    timeoutMs: 25_000,
    probePath: '/models',
    variant: `${options.model} ${wording}`,
    features: { formality: true, glossary: true, markup: true, context: true },
    pairs: async () => allPairsOf(options.languages),
    ask: (http, batch, signal) =>
      askInHalves({ http, model: options.model, signal, contextsLeft: batch.texts.length }, batch),
  };
  return openHttpEngine(options, dialect);
}

interface Asking {
  readonly http: Poster;
  readonly model: string;
  readonly signal: AbortSignal;
  /** The context is sent at most once per text, however often texts are retried. */
  contextsLeft: number;
}

async function askInHalves(asking: Asking, batch: WireBatch): Promise<string[]> {
  const { http, model, signal } = asking;
  const { texts, options } = batch;
  const sent = asking.contextsLeft-- > 0 ? batch : { ...batch, options: { ...options, context: undefined } };
  const body = await http.post('/chat/completions', question(model, sent), signal);
  const read = readCompletion(body, texts.length);
  if (read.ok) return read.texts;
  if (texts.length === 1) throw new EngineError(read.reason);
  const middle = Math.ceil(texts.length / 2);
  return [
    ...(await askInHalves(asking, { ...batch, texts: texts.slice(0, middle) })),
    ...(await askInHalves(asking, { ...batch, texts: texts.slice(middle) })),
  ];
}

function question(model: string, batch: WireBatch) {
  return {
    model,
    temperature: 0,
    messages: messagesFor(batch),
    response_format: { type: 'json_schema', json_schema: { name: 'translations', strict: true, schema } },
  };
}

type Read = { ok: true; texts: string[] } | { ok: false; reason: string };

function readCompletion(body: unknown, count: number): Read {
  const { choices } = Object(body) as { choices?: unknown };
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const { finish_reason, message } = Object(choice) as { finish_reason?: unknown; message?: unknown };
  const { content, refusal } = Object(message) as { content?: unknown; refusal?: unknown };
  if (finish_reason === 'length')
    return failed('the model reached its output limit before the end of a text');
  if (refusal || finish_reason === 'content_filter') return failed('the model refused a text');
  const texts = numberedTexts(content, count);
  return texts === undefined
    ? failed('the model did not return exactly one translation for each text')
    : { ok: true, texts };
}

function failed(reason: string): Read {
  return { ok: false, reason };
}

/** Undefined unless every number occurs exactly once. */
function numberedTexts(content: unknown, count: number): string[] | undefined {
  let given: unknown;
  try {
    given = (Object(JSON.parse(String(content))) as { translations?: unknown }).translations;
  } catch {
    return undefined;
  }
  if (!Array.isArray(given) || given.length !== count) return undefined;
  const texts = new Map(
    given.map((each) => {
      const { index, text } = Object(each) as { index?: unknown; text?: unknown };
      return [index, text];
    }),
  );
  const inOrder = Array.from({ length: count }, (_, index) => texts.get(index));
  return inOrder.every((text) => typeof text === 'string') ? inOrder : undefined;
}
