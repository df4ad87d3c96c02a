/** Compiles a catalogue when the dashboard is built: the browser gets parsed messages, and no parser. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin } from 'vite';
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
 * A message without a translation is in English. The English catalogue has only messages with arguments: any other is its
 * own text.
 */
export function compileCatalogue(po: string, isEnglish: boolean): Record<string, unknown> {
  const messages = readPo(po).flatMap((entry) => {
    const tokens = parseIcu(entry.translation === '' ? entry.text : entry.translation);
    const isText = tokens.every((token) => typeof token === 'string');
    const message = isText ? tokens.join('') : tokens;
    return isEnglish && message === keyOf(entry) ? [] : [[keyOf(entry), message] as const];
  });
  return Object.fromEntries(messages);
}
