/**
 * Finds the pairs that the installed Apertium packages support and their pipelines: one `.mode` file per
 * pair.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalLanguageTag, type LanguagePair } from '../../lib/language-tag.ts';

export interface Mode extends LanguagePair {
  readonly name: string;
  readonly file: string;
}

/**
 * The translation modes in a folder; empty if the folder does not exist. If a pair has two modes, the first
 * by name is used.
 */
export async function discoverModes(folder: string): Promise<Mode[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const modes = new Map<string, Mode>();
  for (const file of files.toSorted()) {
    if (!file.endsWith('.mode')) continue;
    const name = file.slice(0, -'.mode'.length);
    const pair = pairOfMode(name);
    if (pair === undefined) continue;
    const key = `${pair.source}>${pair.target}`;
    if (!modes.has(key)) modes.set(key, { name, file: join(folder, file), ...pair });
  }
  return [...modes.values()];
}

/**
 * `eng-spa` → en, es; `es-pt_BR` → es, pt-BR. Returns undefined for a mode that is not a pair of languages
 * (`eco-es-fr`, a domain) or whose variant has no registered tag (`cat_iec2017`, a spelling reform).
 */
export function pairOfMode(name: string): { source: string; target: string } | undefined {
  const [source, target, ...rest] = name.split('-');
  if (source === undefined || target === undefined || rest.length > 0) return undefined;
  const sourceTag = tagOfApertiumCode(source);
  const targetTag = tagOfApertiumCode(target);
  if (sourceTag === undefined || targetTag === undefined) return undefined;
  return { source: sourceTag, target: targetTag };
}

const registeredVariants = new Set(['valencia']);

// Apertium treats these standards as variants of one language (hbs); BCP-47 has a language tag for each.
const ownTags: Readonly<Record<string, string>> = {
  hbs: 'sh',
  hbs_BS: 'bs',
  hbs_HR: 'hr',
  hbs_SR: 'sr-Latn',
};

function tagOfApertiumCode(code: string): string | undefined {
  const own = ownTags[code];
  if (own !== undefined) return own;
  const [language, variant, ...rest] = code.split('_');
  if (language === undefined || rest.length > 0) return undefined;
  if (variant === undefined) return canonicalLanguageTag(language);
  if (!/^[A-Z]{2}$/.test(variant) && !registeredVariants.has(variant)) return undefined;
  return canonicalLanguageTag(`${language}-${variant}`);
}

/** The shell command of a mode, changed into a pipeline that keeps running and answers text by text. */
export async function readPipelineCommand(mode: Mode): Promise<string> {
  return flushingCommand(await readFile(mode.file, 'utf8'));
}

/**
 * Every stage gets `-z`: flush at NUL and continue. `$1` is the generator's option (`-n`: no marks on unknown
 * words), `$2` the tagger's (none).
 */
export function flushingCommand(modeText: string): string {
  return modeText
    .trim()
    .split('|')
    .map((stage) => {
      const [program, ...options] = stage.trim().split(/\s+/);
      return [program, '-z', ...options]
        .map((word) => (word === '$1' ? '-n' : word))
        .filter((word) => word !== '$2')
        .join(' ');
    })
    .join(' | ');
}
