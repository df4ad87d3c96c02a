/**
 * Patterns for the parts of a text that are meant for programs. Each starts with a character that
 * distinguishes it from prose, has only bounded repeats and does not cross a line, so that the search time is
 * linear in the length.
 */

const name = String.raw`[\w$.\-]{1,60}`;

/** Web addresses; `trimAddress` removes the punctuation of the sentence from their end. */
const address = String.raw`(?<![\w@])(?:(?:https?|ftp):\/\/|www\.)[^\s<>"\u0060]{1,2000}`;
const email = String.raw`(?<![\w.%+@\-])[\w.%+\-]{1,64}@[A-Za-z0-9\-]{1,63}(?:\.[A-Za-z0-9\-]{1,63}){1,5}(?![\w@])`;
const code = '``[^\\n]{1,200}?``|`[^`\\n]{1,200}`';

/** `{{name}}`, `{{{name}}}`, `${x}`, `$t(key)`, `#{x}`. */
const doubleBraces = String.raw`\{\{\{?[^{}\n]{1,100}\}?\}\}`;
const bracedTemplates = String.raw`[$#]\{[^{}\n]{1,100}\}`;
const keyTemplates = String.raw`\$t\([^()\n]{1,100}\)`;
/**
 * `{}`, `{0}`, `{name}`, `{user.name}`, `{items[0]}`, `{price, number, ::currency/EUR}`, `{0:N2}`, `{:>10}`,
 * `{x!r}`.
 */
const braces = String.raw`\{\s{0,4}(?:${name}(?:\[[\w'"\-]{1,30}\]){0,3})?\s{0,4}(?:[,:!][^{}\n]{0,80})?\}`;

/** Behind the sign in "5 %-points" and "50 %ige". */
const percentOfPhrase = String.raw`(?<=\d[ \u00a0\u2009\u202f]%)(?:-\p{L}|ig)\p{L}`;

/** `%(name)s`, `%{name}`, `%name%`, `%1$s`, `%-10.2f`, `%@`, `%%`. Not "100% sure" nor "50%discount". */
const namedPercent = String.raw`%\([\w .\-]{1,60}\)[-+0#]{0,3}\d{0,3}(?:\.\d{1,3})?[A-Za-z]|%[{<][\w.\-]{1,60}[}>]|(?<!\d)%[A-Za-z_]\w{3,40}%`;
const printf = String.raw`%%|(?<!\d)%(?!${percentOfPhrase})(?:\d{1,2}\$)?[-+0#']{0,4}(?:\d{1,3}|\*)?(?:\.(?:\d{1,3}|\*))?(?:hh?|ll?|[qLztj])?[diouxXeEfFgGcsSp@]`;
const printfAfterDigit = String.raw`(?<=\d)%(?:\d{1,2}\$)?[dsfiu@](?![\p{L}\p{N}])`;
/** `%Y`, `%-d`; `%H:%M` is one placeholder, because its parts have no meaning alone. */
const dateField = '%[-_^#0]?[aAbBCdDeFgGhHIjklmMpPrRSTuUVwWxyYzZ]';
const dates = String.raw`(?<!\d)${dateField}(?:[-\/:.,T ]{1,2}${dateField}){1,8}(?!\p{L})`;
const strftime = String.raw`(?<!\d)${dateField}(?!\p{L})`;

/** `:name` at the start of a word. Not "note: this", "10:30" nor ":D". */
const colon = String.raw`(?<![\p{L}\p{N}_:./\])])(?::[a-z0-9_+\-]{2,30}:|:[a-z_][A-Za-z0-9_]{1,40}(?![A-Za-z0-9_:]))`;
const hashtag = String.raw`(?<![\p{L}\p{N}_&#/])#[\p{L}_][\p{L}\p{N}_]{1,60}`;
const mention = String.raw`(?<![\w@.])@[A-Za-z_]\w{1,40}`;

/** `<0>`, `</0>`, `<bold>`, `<br/>`, `<a href="x">`. Not "a <b and c> d". */
const attribute = String.raw`\s{1,20}[\w:@.\-]{1,60}\s{0,4}=\s{0,4}(?:"[^"<>]{0,2000}"|'[^'<>]{0,2000}'|[^\s"'<>=\u0060]{1,200})`;
const tag = String.raw`<\/?[A-Za-z0-9][\w.:\-]{0,60}(?:${attribute}){0,20}\s{0,4}\/?>`;

const anyPlaceholder = [
  address,
  email,
  code,
  doubleBraces,
  bracedTemplates,
  keyTemplates,
  namedPercent,
  dates,
  printf,
  printfAfterDigit,
  strftime,
  colon,
  hashtag,
  mention,
];

/**
 * At each position the first matching alternative wins, so the specific patterns precede the generic braces.
 */
export const placeholderPattern = new RegExp([...anyPlaceholder, braces, tag].join('|'), 'gu');

const certainPercent = String.raw`${namedPercent}|${dates}|(?:${printf})(?!\p{L})`;

/**
 * Placeholders that are never prose, each with a sign that stands in all of them, to save the search. Not "50 %ige", which
 * is German prose. `own` is what a text may have instead: words in braces or in `<first name>` are prose, and their
 * translation may be a single word, which looks like a name.
 */
const unmistakable: readonly { readonly sign: string; readonly pattern: RegExp; readonly own: RegExp }[] = [
  { sign: '{', pattern: new RegExp([doubleBraces, bracedTemplates, braces].join('|'), 'gu'), own: /\{/g },
  { sign: '$t(', pattern: new RegExp(keyTemplates, 'gu'), own: new RegExp(keyTemplates, 'gu') },
  {
    sign: '%',
    pattern: new RegExp(certainPercent, 'gu'),
    own: new RegExp(String.raw`${certainPercent}|%[{<][^{}<>\n]{1,100}[}>]|(?<!\d)%\p{L}[^%\n]{1,60}%`, 'gu'),
  },
  {
    sign: '<',
    pattern: new RegExp(tag, 'gu'),
    own: new RegExp(String.raw`${tag}|<[^\s<>][^<>\n]{0,100}>`, 'gu'),
  },
];

/** Whether an answer has more placeholders or tags of a kind than its text. */
export function inventsPlaceholder(text: string, answer: string): boolean {
  return unmistakable.some(({ sign, pattern, own }) => {
    if (!answer.includes(sign)) return false;
    const written = answer.match(pattern)?.length ?? 0;
    return written > 0 && written > (text.match(own)?.length ?? 0);
  });
}

/** Inside an ICU message, `#` is the number, and quoted text is literal. */
// Pairs of apostrophes before the quotation are literal ones; they are counted, to a limit, to tell its start.
export const quotedInMessage = /#|(?<=(?:^|[^'])(?:''){0,9})'[{}#|](?:[^']|''){0,200}'(?!')/g;
export const quoteSign = /[#']/;

/** A text without any of these has no placeholder. */
export const placeholderSign = /[{%$:#@<`]|www\./;

/** Closing punctuation at the end of a web address belongs to the sentence, unless the address opened it. */
export function trimAddress(found: string): string {
  if (!/^(?:https?:|ftp:|www\.)/.test(found)) return found;
  let end = found.length;
  let excess: Map<string, number> | undefined;
  for (; closing.test(found[end - 1] ?? ''); end--) {
    const bracket = found[end - 1] ?? '';
    if (openers[bracket] === undefined) continue;
    excess ??= excessOfClosing(found);
    const left = excess.get(bracket) ?? 0;
    // A bracket that the address opens as often as it closes belongs to the address.
    if (left <= 0) break;
    excess.set(bracket, left - 1);
  }
  return found.slice(0, end);
}

const closing = /[.,;:!?'"”’»)\]}*]/;
const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** How many more brackets of each kind an address closes than it opens. */
function excessOfClosing(address: string): Map<string, number> {
  const count = (sign: string) => address.split(sign).length;
  return new Map(
    Object.entries(openers).map(([bracket, opener]) => [bracket, count(bracket) - count(opener)]),
  );
}
