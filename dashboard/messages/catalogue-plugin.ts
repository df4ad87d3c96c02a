/** Compiles a catalogue when the dashboard is built: the browser gets parsed messages, and no parser. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Plugin } from 'vite';
import { readMessage } from '../src/lib/read-message.ts';
import { parseIcu } from './icu.ts';
import { keyOf, readPo } from './po-file.ts';

export function catalogues(): Plugin {
  return {
    name: 'message-catalogues',
    enforce: 'pre',
    load(id) {
      const [path = ''] = id.split('?', 1);
      if (!path.endsWith('.po')) return null;
      const compiled = compileCatalogue(readFileSync(path, 'utf8'), basename(path, '.po') === 'en');
      return { code: `export default ${JSON.stringify(compiled)};`, moduleType: 'js', map: null };
    },
  };
}

/**
 * A message without a translation is in English. What the browser can read itself stays a text, and the English catalogue
 * has none of these: each is its own text.
 */
export function compileCatalogue(po: string, isEnglish: boolean): Record<string, unknown> {
  const messages = readPo(po).flatMap((entry) => {
    const text = entry.translation === '' ? entry.text : entry.translation;
    const tokens = parseIcu(text);
    const isPlain = isDeepStrictEqual(tokens, readMessage(text));
    return isEnglish && isPlain && text === entry.text ? [] : [[keyOf(entry), isPlain ? text : tokens]];
  });
  return Object.fromEntries(messages);
}
