/** The catalogues on disk: `dashboard/locales/LANGUAGE.po`. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InterfaceLanguage, interfaceLanguageCodes } from '../src/lib/interface-languages.ts';
import { type Entry, keyOf, type Message, readPo, writePo } from './po-file.ts';

const root = join(import.meta.dirname, '../..');

export const translatedLanguages = interfaceLanguageCodes.filter((code) => code !== 'en');

function pathOf(language: InterfaceLanguage): string {
  return join(root, 'dashboard/locales', `${language}.po`);
}

export function readCatalogue(language: InterfaceLanguage): Entry[] {
  try {
    return readPo(readFileSync(pathOf(language), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export function writeCatalogue(language: InterfaceLanguage, entries: readonly Entry[]): void {
  writeFileSync(pathOf(language), writePo(language, entries));
}

/** The messages of the source with the translations that the catalogue has; others are removed. */
export function merge(messages: readonly Message[], catalogue: readonly Entry[]): Entry[] {
  const translations = new Map(catalogue.map((entry) => [keyOf(entry), entry.translation]));
  return messages.map((message) => ({ ...message, translation: translations.get(keyOf(message)) ?? '' }));
}

/** The files with texts, relative to the repository, which is the working directory of the scripts. */
export function sourceFiles(): string[] {
  return globSync('dashboard/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.(test|d)\.tsx?$/.test(file))
    .sort();
}
