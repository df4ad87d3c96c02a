/** The texts of the dashboard, in the language of the interface. */
import { type Messages, setupI18n } from '@lingui/core';
import english from '../../locales/en.po';
import { directionOf, type InterfaceLanguage } from './interface-languages.ts';
import { readMessage } from './read-message.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: english } });
// Catalogues are parsed when the dashboard is built, but for messages without plurals. A text that is in none is English.
i18n.setMessagesCompiler(readMessage);

/** Numbers are the counts of plurals. Any other number comes from `format.ts`, as text. */
export type Values = Readonly<Record<string, string | number>>;

/** `t('Delete {name}', { name })`. The text is an ICU message and must be a literal, so that it can be extracted. */
export function t(text: string, values?: Values): string {
  return translate(undefined, text, values);
}

/** For a text whose translation depends on where it is shown: the context says where. */
export function tIn(context: string, text: string, values?: Values): string {
  return translate(context, text, values);
}

/** Stands for a backslash in a value, which the library would read as the start of an escape. */
const backslash = '\uE000';

/** For texts that the caller has as values: it must get them from literals that can be extracted. */
export function translate(context: string | undefined, text: string, values: Values = {}): string {
  const id = context === undefined ? text : `${context}\u0004${text}`;
  const safe = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolated(value.replaceAll('\\', backslash)) : value,
  ]);
  return i18n._(id, Object.fromEntries(safe), { message: text }).replaceAll(backslash, '\\');
}

const rightToLeftLetters =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Names, addresses and code keep their own direction, and the sentence around them its order: U+2068 and U+2069 enclose a
 * value where its direction may differ from that of the sentence.
 */
export function isolated(value: string): string {
  const own = withoutDirections(value);
  const isMixed = directionOf(interfaceLanguage()) === 'rtl' || rightToLeftLetters.test(own);
  return isMixed ? `\u2068${own}\u2069` : own;
}

/**
 * A name may have characters that turn around what follows it, so that a sentence about it says something else. Pairs of
 * isolates stay: a value may be a text of this file.
 */
function withoutDirections(value: string): string {
  const turned = value.replaceAll(/[\u202A-\u202E]/g, '');
  let open = 0;
  for (const [sign] of turned.matchAll(/[\u2066-\u2069]/g)) {
    open += sign === '\u2069' ? -1 : 1;
    if (open < 0) break;
  }
  return open === 0 ? turned : turned.replaceAll(/[\u2066-\u2069]/g, '');
}

export function interfaceLanguage(): InterfaceLanguage {
  return i18n.locale as InterfaceLanguage;
}

export function activateCatalogue(language: InterfaceLanguage, messages: Messages): void {
  i18n.loadAndActivate({ locale: language, messages });
}

type Load = () => Promise<{ default: Messages }>;

/** One file for each language, loaded when it is chosen. */
const catalogues: Readonly<Record<Exclude<InterfaceLanguage, 'en'>, Load>> = {
  de: () => import('../../locales/de.po'),
  es: () => import('../../locales/es.po'),
  fr: () => import('../../locales/fr.po'),
  it: () => import('../../locales/it.po'),
  'pt-BR': () => import('../../locales/pt-BR.po'),
  nl: () => import('../../locales/nl.po'),
  pl: () => import('../../locales/pl.po'),
  ja: () => import('../../locales/ja.po'),
  'zh-Hans': () => import('../../locales/zh-Hans.po'),
  ar: () => import('../../locales/ar.po'),
};

export async function loadCatalogue(language: InterfaceLanguage): Promise<Messages> {
  return language === 'en' ? english : (await catalogues[language]()).default;
}
