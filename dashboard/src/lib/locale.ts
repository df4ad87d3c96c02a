/** How numbers, dates and lists are written: in the language of the interface, and in the chosen time zone. */
import { interfaceLanguage } from './messages.ts';

/** Empty: the browser's time zone. */
let chosenZone = '';

export function setTimeZone(zone: string): void {
  chosenZone = zone;
}

/** A table asks for it hundreds of times in a row, and each answer of the browser is costly. It changes when somebody travels. */
const zoneKeptMs = 10_000;
let zone = { name: '', readAt: Number.NEGATIVE_INFINITY };

export function browserTimeZone(): string {
  const now = performance.now();
  if (now - zone.readAt > zoneKeptMs)
    zone = { name: new Intl.DateTimeFormat().resolvedOptions().timeZone, readAt: now };
  return zone.name;
}

export function timeZone(): string {
  return chosenZone === '' ? browserTimeZone() : chosenZone;
}

/**
 * The browser's variant of the interface's language, such as `en-GB`, which writes dates in another order. One in another
 * script, as `zh-TW` is for `zh-Hans`, or of another region where the interface's language names one, would not fit the texts.
 */
export function formatLocale(): string {
  const language = interfaceLanguage();
  const { languages } = navigator;
  // The browser returns the same list until it changes.
  if (found.language !== language || found.languages !== languages) {
    const locale = languages.find((code) => isVariantOf(code, language)) ?? language;
    found = { language, languages, locale };
  }
  return found.locale;
}

/** What the last call found: comparing languages takes longer than formatting a number. */
let found: { language: string; languages: readonly string[]; locale: string } = {
  language: '',
  languages: [],
  locale: '',
};

function isVariantOf(code: string, language: string): boolean {
  const wanted = new Intl.Locale(language);
  const [a, b] = [new Intl.Locale(code).maximize(), wanted.maximize()];
  const isSameRegion = wanted.region === undefined || a.region === b.region;
  return a.language === b.language && a.script === b.script && isSameRegion;
}

const made = new Map<string, unknown>();

/** A formatter is costly to make, so each is made once for its language and options. */
export function formatter<const Options extends object, Format>(
  Constructor: new (locale: string, options: Options) => Format,
  options: Options,
): Format {
  const locale = formatLocale();
  const key = `${Constructor.name} ${locale} ${JSON.stringify(options)}`;
  const kept = made.get(key) ?? new Constructor(locale, options);
  made.set(key, kept);
  return kept as Format;
}
