import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { addToHistory, type HistoryEntry, readHistory, writeHistory } from './history.ts';
import { useHistory } from './history-panel.tsx';
import { LiveSession } from './live-session.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
});

const entry = (id: string, text = 'One.'): HistoryEntry => ({
  id,
  at: 1,
  source: 'EN',
  target: 'ES',
  text,
  translation: 'Uno.',
});

test('it is off until somebody turns it on, and then nobody else sees it', () => {
  expect(readHistory('a team')).toBeUndefined();
  writeHistory('a team', [entry('1')]);
  expect(readHistory('a team')).toEqual([entry('1')]);
  expect(readHistory('b team')).toBeUndefined();
  writeHistory('a team', undefined);
  expect(localStorage.length).toBe(0);
});

test('a text that is typed further is one entry, and old entries make room', () => {
  expect(addToHistory([entry('1'), entry('2')], entry('2', 'One. Two.'))).toEqual([
    entry('2', 'One. Two.'),
    entry('1'),
  ]);
  const many = Array.from({ length: 50 }, (_, i) => entry(String(i), `Text ${i}.`));
  expect(addToHistory(many, entry('new')).map(({ id }) => id)).toEqual([
    'new',
    ...many.slice(0, 49).map(({ id }) => id),
  ]);
  const long = entry('long', 'x'.repeat(499_990));
  expect(addToHistory([entry('1'), entry('2')], long)).toEqual([long]);
});

test('the same text again is no second entry, and one that would displace all others is not kept', () => {
  expect(addToHistory([entry('1'), entry('2', 'Two.')], entry('3'))).toEqual([
    entry('3'),
    entry('2', 'Two.'),
  ]);
  expect(addToHistory([entry('1')], entry('long', 'x'.repeat(500_000)))).toEqual([entry('1')]);
});

const noTime = JSON.stringify([{ ...entry('1'), at: 1e300 }]);

test.each(['{', '{}', '[1, null, {"id": 1}]', noTime])('damaged storage %s is no history', (kept) => {
  localStorage.setItem('dragoman-history-a', kept);
  expect(readHistory('a') ?? []).toEqual([]);
});

test('entries of another program are bounded, and each is shown once', () => {
  const foreign = [...Array.from({ length: 60 }, (_, i) => entry(String(i))), entry('0')];
  localStorage.setItem('dragoman-history-a', JSON.stringify(foreign));
  expect(readHistory('a')?.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, i) => String(i)));
});

const owner = 'a@example.org team';

/** A tab whose text is translated. */
function openTab() {
  vi.useFakeTimers();
  const session = new LiveSession({ targetLang: 'ES' }, async ({ texts }) => ({
    translations: texts.map((text) => ({ text, detectedSourceLanguage: 'EN', terms: [], warnings: [] })),
    characters: 1,
  }));
  session.open();
  const queries = new QueryClient();
  queries.setQueryDefaults(['me'], { staleTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(['me'], { user: { email: 'a@example.org' } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const tab = renderHook(() => useHistory('team', session, 'ES'), { wrapper });
  const write = (text: string) =>
    act(async () => {
      session.change(text);
      session.translateNow();
      await vi.advanceTimersByTimeAsync(5_000);
    });
  return { ...tab, write };
}

test('a history that was turned off in another tab stays off, whatever is typed here', async () => {
  writeHistory(owner, []);
  const { result, write } = openTab();
  await write('One.');
  expect(result.current.history).toHaveLength(1);
  // The other tab, whose event has not arrived.
  writeHistory(owner, undefined);
  await write('One. Two.');
  expect([result.current.history, localStorage.length]).toEqual([undefined, 0]);
});

test('what another tab adds or deletes is seen here at once', async () => {
  const { result } = openTab();
  const other = (history: Parameters<typeof writeHistory>[1]) =>
    act(() => {
      writeHistory(owner, history);
      dispatchEvent(new StorageEvent('storage', { key: `dragoman-history-${owner}` }));
    });
  other([entry('1')]);
  expect(result.current.history).toEqual([entry('1')]);
  other(undefined);
  expect(result.current.history).toBeUndefined();
});
