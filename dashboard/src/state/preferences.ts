/** The language and the time zone of the interface: the browser's until the user selects others. */
import { useSyncExternalStore } from 'react';
import {
  directionOf,
  type InterfaceLanguage,
  isInterfaceLanguage,
  pickInterfaceLanguage,
} from '../lib/interface-languages.ts';
import { setTimeZone } from '../lib/locale.ts';
import { activateCatalogue, interfaceLanguage, loadCatalogue } from '../lib/messages.ts';
import { keepStored, readStored } from '../lib/stored.ts';

const languageName = 'dragoman-language';
const zoneName = 'dragoman-time-zone';
const listeners = new Set<() => void>();
let version = 0;

function announce(): void {
  version += 1;
  for (const listener of listeners) listener();
}

/** Renders the component again when the language or the time zone changes. The root does, and with it every page. */
export function usePreferencesVersion(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => version,
  );
}

export function keptLanguage(): InterfaceLanguage {
  const kept = readStored(languageName);
  return isInterfaceLanguage(kept) ? kept : pickInterfaceLanguage(navigator.languages);
}

/** Empty: the browser's. */
export function keptTimeZone(): string {
  const kept = readStored(zoneName) ?? '';
  return isTimeZone(kept) ? kept : '';
}

/** Browsers differ in the zones that they know, and the storage may hold one of another browser's version. */
export function isTimeZone(zone: string): boolean {
  try {
    return zone !== '' && new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

let wanted: InterfaceLanguage = 'en';

/** If its texts cannot be loaded, the language stays as it is. */
async function apply(language: InterfaceLanguage): Promise<void> {
  wanted = language;
  const messages = await loadCatalogue(language).catch(() => undefined);
  // A later choice may have loaded faster.
  if (wanted !== language || messages === undefined) return;
  activateCatalogue(language, messages);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  announce();
}

/** Before the first page is shown. English needs no request. */
export async function applyPreferences(): Promise<void> {
  setTimeZone(keptTimeZone());
  const language = keptLanguage();
  if (language !== interfaceLanguage()) await apply(language);
}

export function chooseLanguage(language: InterfaceLanguage): void {
  keepStored(languageName, language);
  void apply(language);
}

export function chooseTimeZone(zone: string): void {
  keepStored(zoneName, zone);
  setTimeZone(isTimeZone(zone) ? zone : '');
  announce();
}
