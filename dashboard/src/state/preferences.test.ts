import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timeZone } from '../lib/locale.ts';
import { interfaceLanguage } from '../lib/messages.ts';
import { applyPreferences, chooseLanguage, chooseTimeZone, keptLanguage } from './preferences.ts';

const html = { lang: 'en', dir: '' };
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
  vi.stubGlobal('navigator', { languages: ['de-AT', 'en'] });
  vi.stubGlobal('document', { documentElement: html });
});

afterEach(async () => {
  chooseTimeZone('');
  chooseLanguage('en');
  await expect.poll(interfaceLanguage).toBe('en');
  vi.unstubAllGlobals();
});

test("the browser's language is used until the user chooses one", () => {
  expect(keptLanguage()).toBe('de');
  kept.set('dragoman-language', 'xx');
  expect(keptLanguage()).toBe('de');
  kept.set('dragoman-language', 'fr');
  expect(keptLanguage()).toBe('fr');
});

test('the page says which language it is in, and which way it is read', async () => {
  await applyPreferences();
  expect(html).toEqual({ lang: 'de', dir: 'ltr' });
  chooseLanguage('ar');
  await expect.poll(() => html).toEqual({ lang: 'ar', dir: 'rtl' });
  expect([kept.get('dragoman-language'), interfaceLanguage()]).toEqual(['ar', 'ar']);
});

test('the last choice wins, whichever is loaded first', async () => {
  chooseLanguage('pl');
  chooseLanguage('nl');
  chooseLanguage('it');
  await expect.poll(interfaceLanguage).toBe('it');
  expect(html.lang).toBe('it');
});

test("a time zone that the browser does not know is the browser's own", async () => {
  chooseTimeZone('Asia/Kolkata');
  expect(timeZone()).toBe('Asia/Kolkata');
  chooseTimeZone('Moon/Base');
  expect(timeZone()).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
});
