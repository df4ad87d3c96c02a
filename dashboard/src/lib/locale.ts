/** How numbers, dates and lists are written: in the language of the interface, and in the chosen time zone. */
import { interfaceLanguage } from './messages.ts';

/** Empty: the browser's time zone. */
let chosenZone = '';

export function setTimeZone(zone: string): void {
  chosenZone = zone;
}

export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function timeZone(): string {
  return chosenZone === '' ? browserTimeZone() : chosenZone;
}

/** The browser's variant of the interface's language, such as `en-GB`, which writes dates in another order. */
export function formatLocale(): string {
  const language = interfaceLanguage();
  const base = language.split('-', 1)[0];
  return navigator.languages.find((code) => code.split('-', 1)[0] === base) ?? language;
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
