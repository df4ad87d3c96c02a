/**
 * Judges a translation of a message. Placeholders and tags are judged by the rules that the product itself applies to the
 * answers of engines; the plural forms by those of the language.
 */
import { isSpan, type Part } from '../../src/translate/protection/layout.ts';
import { markPlaceholders } from '../../src/translate/protection/mark-placeholders.ts';
import { inventsPlaceholder } from '../../src/translate/protection/placeholder-patterns.ts';
import { keepsSpans } from '../../src/translate/protection/verify-spans.ts';
import {
  argumentsOf,
  type Plural,
  parseIcu,
  pluralsOf,
  type Tokens,
  type Variant,
  variantsOf,
} from './icu.ts';

/** Nouns whose singular and plural are the same word. */
const unchangingNouns: Readonly<Record<string, RegExp>> = {
  de: /Zeichen|Knoten/,
  it: /thread/,
};

/** What is wrong with a translation; nothing if it can be used. */
export function problemsOfTranslation(language: string, text: string, translation: string): string[] {
  if (edgesOf(text) !== edgesOf(translation)) return ['spaces at the start or the end differ'];
  let translated: Tokens;
  try {
    translated = parseIcu(translation);
  } catch (error) {
    return [`is not an ICU message: ${(error as Error).message}`];
  }
  const source = parseIcu(text);
  const missing = argumentsOf(text).filter((name) => !argumentsOf(translation).includes(name));
  const unknown = argumentsOf(translation).filter((name) => !argumentsOf(text).includes(name));
  const problems = [
    ...missing.map((name) => `lacks {${name}}`),
    ...unknown.map((name) => `has {${name}}, which the message does not have`),
  ];
  return problems.length > 0
    ? problems
    : [...pluralProblems(language, source, translated), ...variantProblems(source, translated)];
}

function edgesOf(text: string): string {
  return JSON.stringify([/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]]);
}

/** Each plural needs the categories of the language, and may have exact numbers that the source has. */
function pluralProblems(language: string, source: Tokens, translated: Tokens): string[] {
  const plurals = pluralsOf(translated);
  const names = (tokens: Tokens) =>
    JSON.stringify([...new Set(pluralsOf(tokens).map(({ name }) => name))].sort());
  if (names(source) !== names(translated)) return ['does not have the plurals of the message'];
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return plurals.flatMap(({ name, forms, texts }) => [
    ...(isUninflected(language, pluralCategories, texts)
      ? [`all forms of the plural of {${name}} are the same`]
      : []),
    ...pluralCategories
      .filter((category) => !forms.includes(category))
      .map((category) => `the plural of {${name}} lacks "${category}"`),
    ...forms
      .filter((form) => !/^\d+$/.test(form) && !pluralCategories.includes(form as Intl.LDMLPluralRule))
      .map((form) => `the plural of {${name}} has "${form}", which ${language} does not have`),
  ]);
}

/** A bare number in every form: the sentence around it fits one count and is wrong for others. */
function isUninflected(language: string, categories: readonly string[], texts: Plural['texts']): boolean {
  const inflected = categories.map((category) => texts[category] ?? '');
  return (
    categories.length > 1 &&
    new Set(inflected).size === 1 &&
    unchangingNouns[language]?.test(inflected[0] ?? '') !== true
  );
}

function variantProblems(source: Tokens, translated: Tokens): string[] {
  const originals = variantsOf(source);
  return variantsOf(translated).flatMap((variant) => {
    // A language with one category translates "other", and one with more has no English form to compare with.
    const candidates = originals.filter((original) => isComparable(original, variant));
    const judged = candidates.length > 0 ? candidates : originals;
    return judged.some(({ text }) => keepsPlaceholders(text, variant.text))
      ? []
      : [`${variant.choices.join(', ') || 'the text'}: placeholders or tags differ from the English text`];
  });
}

function isComparable(original: Variant, variant: Variant): boolean {
  return original.choices.every((choice) => choice.endsWith('=other') || variant.choices.includes(choice));
}

/**
 * The count may be left out, as in "one file". A translation may consist of placeholders alone, which the product refuses
 * from engines: so both get a word.
 */
function keepsPlaceholders(text: string, translation: string): boolean {
  const [original, answer] = [text, translation].map((words) => `${words.replaceAll('#', '')} x`) as [
    string,
    string,
  ];
  const before = markPlaceholders([original]);
  const left = before.filter(isSpan);
  const after = markPlaceholders([answer]).map((part): Part => {
    if (!isSpan(part)) return part;
    const index = left.findIndex(({ replacement }) => replacement === part.replacement);
    // Not one of the source's: stays a span of its own, which `keepsSpans` rejects.
    return index < 0 ? part : (left.splice(index, 1)[0] ?? part);
  });
  return keepsSpans(before, after) && !inventsPlaceholder(original, answer);
}
