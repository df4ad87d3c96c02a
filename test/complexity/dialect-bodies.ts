/** Inputs of the targets as calls of every dialect, as large as a call may be. */

import { expand, type PumpedInput } from './pumped-input.ts';
import { maxBodyBytes, maxCharacters } from './request-bodies.ts';
import { textsOf } from './targets/texts.ts';

/** Those whose inputs a client of any dialect can send. */
export const dialectTargets = ['placeholders', 'markup', 'detection', 'restoring', 'json'] as const;

interface DialectBody {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

interface Call {
  readonly texts: readonly string[];
  readonly isDetected: boolean;
  readonly format: string | undefined;
}

const json = 'application/json';

const writers: Readonly<Record<string, (call: Call) => DialectBody>> = {
  LibreTranslate: ({ texts, isDetected, format }) => ({
    path: '/translate',
    type: json,
    body: JSON.stringify({
      q: texts,
      source: isDetected ? 'auto' : 'en',
      target: 'eo',
      format: format === undefined ? 'text' : 'html',
    }),
  }),
  DeepLX: ({ texts, isDetected, format }) => ({
    path: '/deeplx/translate',
    type: json,
    body: JSON.stringify({
      text: texts.join('\n'),
      ...(!isDetected && { source_lang: 'EN' }),
      target_lang: 'EO',
      ...(format !== undefined && { tag_handling: format }),
    }),
  }),
  APy: ({ texts, isDetected, format }) => ({
    path: '/apy/translate',
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({
      q: texts.join('\n'),
      langpair: isDetected ? 'auto|epo' : 'eng|epo',
      ...(format !== undefined && { format: 'html' }),
    }).toString(),
  }),
  MCP: ({ texts, isDetected, format }) => {
    const given = {
      text: texts,
      ...(!isDetected && { source_lang: 'EN' }),
      target_lang: 'EO',
      ...(format !== undefined && { tag_handling: format }),
    };
    const params = { name: 'translate', arguments: given };
    return {
      path: '/mcp',
      type: json,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    };
  },
};

export const dialectNames = Object.keys(writers);

/** Of half the size until it fits. */
export function dialectBodyOf(dialect: string, target: string, input: PumpedInput): DialectBody {
  const write = writers[dialect];
  if (write === undefined) throw new Error(`there is no dialect ${dialect}`);
  for (let size = target === 'json' ? maxBodyBytes - 1_000 : maxCharacters; ; size /= 2) {
    const fields = expand(input, size);
    const { options } = input;
    const texts = textsOf(fields, options);
    const written = write({ texts, isDetected: target === 'detection', format: options.format || undefined });
    const sent = target === 'json' ? { ...written, type: json, body: fields.body ?? '' } : written;
    if (Buffer.byteLength(sent.body) <= maxBodyBytes) return sent;
  }
}
