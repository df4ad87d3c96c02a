import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { LanguageBar } from './language-bar.tsx';
import { LiveSession } from './live-session.ts';
import type { Translating } from './use-translate.ts';

afterEach(cleanup);

const target = (code: string, source: string) => ({
  code,
  name: code,
  sources: [{ code: source, name: source }],
});

async function open(text: string, translated = text) {
  const session = new LiveSession({ targetLang: 'ES' }, async ({ texts }) => ({
    translations: texts.map((each) => ({
      text: each.toUpperCase(),
      detectedSourceLanguage: 'EN',
      terms: [],
      warnings: [],
    })),
    characters: 1,
  }));
  session.open();
  const wish = vi.fn();
  const none = { values: [], add: () => {} };
  const translating = {
    session,
    recent: { source: none, target: none },
    options: {
      targets: [target('ES', 'EN'), target('EN', 'ES')],
      target: target('ES', 'EN'),
      source: '',
      wish,
      languageName: (code: string) => code,
    },
  } as unknown as Translating;
  render(<LanguageBar translating={translating} />);
  await act(async () => {
    session.change(translated);
    session.translateNow();
  });
  if (text !== translated) act(() => session.change(text));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Swap languages' }));
  return { session, wish };
}

test('a swap puts a whole translation in the place of its text', async () => {
  const { session, wish } = await open('One is here.');
  expect(wish).toHaveBeenCalledWith({ source: 'ES', target: 'EN' });
  expect(session.text).toBe('ONE IS HERE.');
});

test('a swap while a sentence is unfinished exchanges the languages and loses nothing that was typed', async () => {
  const { session, wish } = await open('One is here. Two is', 'One is here.');
  expect(wish).toHaveBeenCalledWith({ source: 'ES', target: 'EN' });
  expect(session.text).toBe('One is here. Two is');
});
