/** The translate call of every dialect, with the key in every place where its clients put it. */
import type { Answer } from './api-client.ts';

interface Sent {
  readonly path: string;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DialectCall {
  readonly name: string;
  /** From English, or the given language, to Spanish. */
  write(text: string, key: string): Sent;
  /** The translated text of a good answer. */
  read(body: unknown): string | undefined;
  /** How it looks to a client that the rate limit, or the quota, is used up. */
  readonly refusals: { readonly rate: RegExp; readonly quota: RegExp };
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const query = (members: Record<string, string>) => new URLSearchParams(members).toString();
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

const libre = {
  read: (body: unknown) => (body as { translatedText?: string }).translatedText,
  refusals: { rate: /^429 .*Slowdown/, quota: /^403 / },
};
const deepLx = {
  read: (body: unknown) => (body as { data?: string }).data,
  refusals: { rate: /^429 /, quota: /^456 / },
};
const apy = {
  read: (body: unknown) =>
    (body as { responseData?: { translatedText: string } }).responseData?.translatedText,
  refusals: { rate: /^429 /, quota: /^456 / },
};

const libreMembers = (q: string) => ({ q, source: 'en', target: 'es', format: 'text' });
const deepLxMembers = (text: string) => ({ text, source_lang: 'EN', target_lang: 'ES' });
const apyMembers = (q: string) => ({ q, langpair: 'eng|spa' });

export const dialectCalls: readonly DialectCall[] = [
  {
    ...libre,
    name: 'LibreTranslate, JSON',
    write: (text, api_key) => ({
      path: '/translate',
      body: { ...libreMembers(text), api_key },
      headers: json,
    }),
  },
  {
    ...libre,
    name: 'LibreTranslate, form',
    write: (text, api_key) => ({
      path: '/translate',
      body: query({ ...libreMembers(text), api_key }),
      headers: form,
    }),
  },
  {
    ...libre,
    name: 'LibreTranslate, header',
    write: (text, key) => ({
      path: '/translate',
      body: libreMembers(text),
      headers: { ...json, ...bearer(key) },
    }),
  },
  {
    ...deepLx,
    name: 'DeepLX, header',
    write: (text, key) => ({
      path: '/deeplx/translate',
      body: deepLxMembers(text),
      headers: { ...json, ...bearer(key) },
    }),
  },
  {
    ...deepLx,
    name: 'DeepLX, query',
    write: (text, token) => ({
      path: `/deeplx/v1/translate?${query({ token })}`,
      body: deepLxMembers(text),
      headers: json,
    }),
  },
  {
    ...apy,
    name: 'APy, query',
    write: (text, key) => ({ path: `/apy/translate?${query({ ...apyMembers(text), key })}` }),
  },
  {
    ...apy,
    name: 'APy, form',
    write: (text, key) => ({
      path: '/apy/translate',
      body: query({ ...apyMembers(text), key }),
      headers: form,
    }),
  },
  {
    name: 'MCP',
    write: (text, key) => ({
      path: '/mcp',
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'translate', arguments: { ...deepLxMembers(text) } },
      },
      headers: { ...json, ...bearer(key) },
    }),
    read: (body) =>
      (body as { result?: { structuredContent?: { translations: { text: string }[] } } }).result
        ?.structuredContent?.translations[0]?.text,
    // A refusal of the call is a result, which the model reads.
    refusals: {
      rate: /^200 .*rate_limited.*Retry after \d+ s.*"isError":true/,
      quota: /^200 .*quota_exceeded.*"isError":true/,
    },
  },
];

export async function sendDialectCall(
  url: string,
  { path, body, headers = {} }: Sent,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...more },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as unknown };
}
