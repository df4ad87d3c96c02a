/**
 * Servers that speak the wire formats of HTTP engines as the real ones do: what they wouldn't take, these refuse. They
 * "translate" by upper case, and lose the blanks around a text.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

export type Body = Record<string, unknown>;
type Wire = (method: string, path: string, body: Body, headers: IncomingMessage['headers']) => Reply;

export interface EngineServer extends AsyncDisposable {
  readonly url: string;
  /** What it was asked, in order. */
  readonly asked: Body[];
  /** Instead of the usual answer; undefined for the usual one. */
  misbehave:
    | ((request: IncomingMessage, response: ServerResponse, body: Body) => Reply | 'handled' | undefined)
    | undefined;
}

export const serverKey = 'key-of-the-engine';

export const translated = (text: string) => text.trim().toUpperCase();

export async function serve(wire: Wire): Promise<EngineServer> {
  const asked: Body[] = [];
  const server = createServer(async (request, response) => {
    const raw = await readAll(request).catch(() => '');
    const body = raw === '' ? {} : (JSON.parse(raw) as Body);
    if (request.method === 'POST') asked.push(body);
    const instead = running.misbehave?.(request, response, body);
    if (instead === 'handled') return;
    const {
      status,
      body: answer,
      headers,
    } = instead ?? wire(request.method ?? '', request.url ?? '', body, request.headers);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const running: EngineServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    misbehave: undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return running;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string');

/** https://developers.deepl.com/docs/api-reference/translate */
export const startDeepl = () =>
  serve((method, path, body, { authorization, 'content-type': type }) => {
    const { text, source_lang, target_lang } = body;
    if (authorization !== `DeepL-Auth-Key ${serverKey}`)
      return { status: 403, body: { message: 'Forbidden' } };
    if (method === 'GET' && path === '/v2/languages?type=source') {
      return { status: 200, body: ['EN', 'DE'].map((language) => ({ language, name: language })) };
    }
    if (method === 'GET' && path === '/v2/languages?type=target') {
      const rows = ['EN-GB', 'EN-US', 'DE'].map((language) => ({
        language,
        name: language,
        supports_formality: language === 'DE',
      }));
      return { status: 200, body: rows };
    }
    if (method !== 'POST' || path !== '/v2/translate') return { status: 404, body: { message: 'Not found' } };
    if (type !== 'application/json' || !isTexts(text) || text.length > 50)
      return { status: 400, body: { message: 'Bad request' } };
    if (
      !['EN', 'DE'].includes(String(source_lang)) ||
      !['EN-GB', 'EN-US', 'DE'].includes(String(target_lang))
    ) {
      return { status: 400, body: { message: "Value for 'target_lang' not supported." } };
    }
    if (!isKnownDeeplOption(body)) return { status: 400, body: { message: 'Bad request' } };
    const translations = text.map((each) => ({
      detected_source_language: source_lang,
      text: translated(each),
    }));
    return { status: 200, body: { translations } };
  });

function isKnownDeeplOption({
  formality,
  context,
  tag_handling,
  target_lang,
  custom_instructions = [],
}: Body): boolean {
  if (!Array.isArray(custom_instructions) || custom_instructions.length > 10) return false;
  if (formality === 'more' || formality === 'less') return target_lang === 'DE';
  return (
    [undefined, 'default', 'prefer_more', 'prefer_less'].includes(formality as string | undefined) &&
    ['undefined', 'string'].includes(typeof context) &&
    [undefined, 'html', 'xml'].includes(tag_handling as string | undefined)
  );
}

/** https://docs.libretranslate.com/api/operations/translate/ */
export const startLibretranslate = () =>
  serve((method, path, { q, source, target, format, api_key }) => {
    const languages = ['en', 'de', 'zh-Hans'].map((code) => ({
      code,
      name: code,
      targets: ['en', 'de', 'zh-Hans'],
    }));
    if (method === 'GET' && path === '/languages') return { status: 200, body: languages };
    if (method !== 'POST' || path !== '/translate') return { status: 404, body: { error: 'Not Found' } };
    if (api_key !== serverKey) return { status: 403, body: { error: 'Invalid API key' } };
    const known = (code: unknown) => languages.some((language) => language.code === code);
    if (!isTexts(q) || !['text', 'html'].includes(String(format)) || !known(source) || !known(target))
      return { status: 400, body: { error: 'Invalid request' } };
    return { status: 200, body: { translatedText: q.map(translated) } };
  });

/** https://platform.openai.com/docs/api-reference/chat/create, with structured outputs. */
export const startOpenai = () =>
  serve((method, path, body, { authorization }) => {
    if (authorization !== `Bearer ${serverKey}`)
      return { status: 401, body: { error: { message: 'Incorrect API key' } } };
    if (method === 'GET' && path === '/v1/models')
      return { status: 200, body: { object: 'list', data: [{ id: 'test-model' }] } };
    if (method !== 'POST' || path !== '/v1/chat/completions') return { status: 404, body: { error: {} } };
    const { model, messages, response_format } = body as {
      model: string;
      messages: { role: string; content: string }[];
      response_format: { type: string; json_schema: { strict: boolean } };
    };
    if (
      model !== 'test-model' ||
      response_format.type !== 'json_schema' ||
      !response_format.json_schema.strict
    ) {
      return { status: 400, body: { error: { message: 'Invalid' } } };
    }
    return {
      status: 200,
      body: completionOf(textsAsked(messages).map(({ index, text }) => ({ index, text: translated(text) }))),
    };
  });

export function textsAsked(messages: { role: string; content: string }[]): { index: number; text: string }[] {
  const user = messages.find(({ role }) => role === 'user');
  return (JSON.parse(user?.content ?? '{}') as { texts: { index: number; text: string }[] }).texts;
}

/** A chat completion, by default a complete one. */
export function completionOf(translations: unknown, choice: object = {}, message: object = {}) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'test-model',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content: JSON.stringify({ translations }), refusal: null, ...message },
        ...choice,
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}
