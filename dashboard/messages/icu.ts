/** The structure of an ICU message: its arguments, tags and plural forms. */
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

export type Tokens = Exclude<CompiledMessage, string>;

/** Tags that every message may use without a value (`lib/message.tsx`). */
const plainTags = new Set(['b', 'strong', 'code', 'em']);
const tagPattern = /<\/?([a-z]\w*)>/gi;

export function parseIcu(text: string): Tokens {
  return compileMessageOrThrow(text) as Tokens;
}

/** Names of the arguments and of the tags that need a value. */
export function argumentsOf(text: string): string[] {
  const names = new Set<string>();
  walk(parseIcu(text), (token) => {
    if (typeof token !== 'string') names.add(String(token[0]));
  });
  for (const [, tag = ''] of text.matchAll(tagPattern)) if (!plainTags.has(tag)) names.add(tag);
  return [...names];
}

type Token = Tokens[number];

function walk(tokens: Tokens, see: (token: Token) => void): void {
  for (const token of tokens) {
    see(token);
    if (typeof token === 'string') continue;
    for (const form of Object.values(formsOf(token))) walk(form, see);
  }
}

/** The forms of a plural by their category or exact number. */
export function formsOf(token: Token): Record<string, Tokens> {
  if (typeof token === 'string' || typeof token[2] !== 'object' || token[2] === null) return {};
  const forms = Object.entries(token[2] as Record<string, unknown>).filter(([name]) => name !== 'offset');
  return Object.fromEntries(
    forms.map(([name, form]) => [name, (Array.isArray(form) ? form : [form]) as Tokens]),
  );
}

/** A message with one choice of its plural forms, as flat text: arguments are `{name}`, the count is `#`. */
export interface Variant {
  /** `count=one` for each plural in the message. */
  readonly choices: readonly string[];
  readonly text: string;
}

export function variantsOf(tokens: Tokens): Variant[] {
  let variants: Variant[] = [{ choices: [], text: '' }];
  for (const token of tokens) {
    const next = typeof token === 'string' ? [{ choices: [], text: token }] : variantsOfArgument(token);
    variants = variants.flatMap((before) =>
      next.map((after) => ({
        choices: [...before.choices, ...after.choices],
        text: before.text + after.text,
      })),
    );
  }
  return variants;
}

function variantsOfArgument(token: Exclude<Token, string>): Variant[] {
  const forms = Object.entries(formsOf(token));
  if (forms.length === 0) return [{ choices: [], text: `{${String(token[0])}}` }];
  return forms.flatMap(([form, tokens]) =>
    variantsOf(tokens).map(({ choices, text }) => ({ choices: [`${token[0]}=${form}`, ...choices], text })),
  );
}

export interface Plural {
  readonly name: string;
  /** Categories and exact numbers. */
  readonly forms: readonly string[];
  /** What each form says. */
  readonly texts: Readonly<Record<string, string>>;
}

export function pluralsOf(tokens: Tokens): Plural[] {
  const plurals: Plural[] = [];
  walk(tokens, (token) => {
    if (typeof token === 'string' || token[1] !== 'plural') return;
    const forms = formsOf(token);
    const texts = Object.entries(forms).map(([form, said]) => [form, JSON.stringify(said)]);
    plurals.push({ name: String(token[0]), forms: Object.keys(forms), texts: Object.fromEntries(texts) });
  });
  return plurals;
}
