/**
 * What the connectors of applications put on the wire, written down from runs of their own sources against this server,
 * and what they read from its answers. docs/call/integrations has a page for each application.
 */
import { form, formType, type WireCall } from './exchange.ts';

export interface Connector {
  readonly name: string;
  readonly listener: 'dialects' | 'public';
  /** A call with a key, or with what the connector sends in its place. */
  translate(text: string, key: string): WireCall;
  /** The translation, as the connector finds it in an answer. */
  read(body: never): unknown;
  /** The statuses of an unknown key and of a team without characters. Each connector tells them from others. */
  readonly refused: readonly [unknownKey: number, noCharacters: number];
}

const libreTranslate = { listener: 'dialects', refused: [403, 403] } as const;
const languages = { source: 'en', target: 'es' };
const json = (path: string, members: object, headers: Record<string, string> = {}): WireCall => ({
  path,
  body: JSON.stringify(members),
  headers: { 'content-type': 'application/json', ...headers },
});
const first = ({ translatedText }: { translatedText: string[] }) => translatedText[0];
const single = ({ translatedText }: { translatedText: string }) => translatedText;
const apyText = (body: { responseData: { translatedText: string } }) => body.responseData.translatedText;

const boundary = '------------------------8a3f0c5d1e2b4769';

/** A form as PHP's curl sends an array. */
export function formData(members: Readonly<Record<string, string>>): string {
  const parts = Object.entries(members).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${boundary}--\r\n`;
}
export const formDataType = `multipart/form-data; boundary=${boundary}`;

export const connectors: readonly Connector[] = [
  {
    ...libreTranslate,
    name: 'Mastodon',
    translate: (text, api_key) =>
      json('/translate', { q: [text], ...languages, format: 'html', api_key }, { 'accept-encoding': 'gzip' }),
    read: first,
  },
  {
    ...libreTranslate,
    name: 'Discourse',
    translate: (text, api_key) => ({
      path: '/translate',
      body: form({ q: text, ...languages, format: 'html', api_key }),
      headers: { 'content-type': formType },
    }),
    read: single,
  },
  {
    ...libreTranslate,
    name: 'Rocket.Chat',
    translate: (text, api_key) =>
      json('/translate', { q: [text], source: 'auto', target: 'es', format: 'text', api_key }),
    read: first,
  },
  {
    ...libreTranslate,
    name: 'Weblate, LibreTranslate',
    translate: (text, api_key) =>
      json('/translate', { api_key, q: [text], ...languages }, { accept: 'application/json; charset=utf-8' }),
    read: first,
  },
  {
    ...libreTranslate,
    name: 'Nextcloud',
    translate: (text, api_key) => ({
      path: '/translate',
      body: formData({ q: text, format: 'html', ...languages, api_key }),
      headers: { accept: '*/*', 'content-type': formDataType },
    }),
    read: single,
  },
  {
    ...libreTranslate,
    name: 'libretranslate-ts',
    translate: (text, api_key) => json('/translate', { q: text, ...languages, format: 'text', api_key }),
    read: single,
  },
  {
    ...libreTranslate,
    name: 'LibreTranslate-py',
    translate: (text, api_key) => ({
      path: '/translate',
      body: form({ q: text, ...languages, api_key }),
      headers: { 'content-type': formType, 'accept-encoding': 'identity' },
    }),
    read: single,
  },
  {
    name: 'OmegaT',
    listener: 'dialects',
    // The bar is not escaped, and the languages have two letters or are locales.
    translate: (text, key) => ({
      method: 'GET',
      path: `/apy/translate?${form({ q: text, markUnknown: 'no' })}&langpair=en_US|es&key=${key}`,
    }),
    read: apyText,
    refused: [401, 456],
  },
  {
    name: 'Weblate, DeepL',
    listener: 'public',
    translate: (text, key) =>
      json(
        '/v2/translate',
        {
          text: [text],
          source_lang: 'EN',
          target_lang: 'ES',
          formality: 'default',
          tag_handling: 'xml',
          ignore_tags: ['x'],
        },
        { authorization: `DeepL-Auth-Key ${key}`, accept: 'application/json; charset=utf-8' },
      ),
    read: ({ translations }: { translations: { text: string }[] }) => translations[0]?.text,
    refused: [403, 456],
  },
];
