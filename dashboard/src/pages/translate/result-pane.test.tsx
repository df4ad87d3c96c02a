import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { client } from '../../api/client.ts';
import { LiveSession } from './live-session.ts';
import { ResultPane } from './result-pane.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Which sentences were drawn: a sentence looks at its terms when it is. */
async function open(text: string) {
  const drawn: string[] = [];
  const session = new LiveSession({ targetLang: 'ES' }, async ({ texts }) => ({
    translations: texts.map((sentence) => ({
      text: sentence.toUpperCase(),
      detectedSourceLanguage: 'EN',
      terms: new Proxy([], {
        get(list, name, receiver) {
          if (name === 'length') drawn.push(sentence);
          return Reflect.get(list, name, receiver);
        },
      }),
      warnings: [],
    })),
    characters: 1,
  }));
  session.open();
  const write = (next: string) =>
    act(async () => {
      session.change(next);
      session.translateNow();
    });
  const type = (next: string) => act(async () => session.change(next));
  const queries = new QueryClient();
  const page = render(
    <QueryClientProvider client={queries}>
      <ResultPane team="team" session={session} language="es" canReword />
    </QueryClientProvider>,
  );
  await write(text);
  return { write, type, drawn, queries, ...page };
}

const buttons = () => screen.getAllByRole('button').filter((each) => each.classList.contains('sentence'));
const focused = () => buttons().indexOf(document.activeElement as HTMLElement);

test('only a sentence that changed is drawn again', async () => {
  const { write, drawn } = await open('One is here. Two is here. Three is here.');
  expect(buttons()).toHaveLength(3);
  drawn.length = 0;
  await write('One is here. Two was here. Three is here.');
  expect(buttons().map(({ textContent }) => textContent)).toContain('TWO WAS HERE.');
  expect(new Set(drawn)).toEqual(new Set(['Two was here.']));
});

test('a long sentence without an end can be translated by a button, as phones have no Ctrl key', async () => {
  const user = userEvent.setup();
  const { type } = await open('');
  const long = 'a title that goes on and on '.repeat(5).trim();
  await type(long);
  await screen.findByText('Waiting for the end of the sentence');
  await user.click(screen.getByRole('button', { name: 'Translate now' }));
  await screen.findByText(long.toUpperCase());
  expect(screen.queryByRole('button', { name: 'Translate now' })).toBeNull();
});

test('arrow keys follow the direction of the text', async () => {
  const user = userEvent.setup();
  await open('One is here. Two is here. Three is here.');
  buttons()[0]?.focus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(focused()).toBe(2);
  await user.keyboard('{ArrowLeft}');
  expect(focused()).toBe(1);
  // This document does not find the direction of a text by itself.
  screen.getByTestId('translation').style.direction = 'rtl';
  await user.keyboard('{ArrowLeft}');
  expect(focused()).toBe(2);
  await user.keyboard('{ArrowRight}{ArrowUp}');
  expect(focused()).toBe(0);
});

test('other wordings are asked for once, however long the page stays open, and forgotten with it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const post = vi.spyOn(client, 'POST').mockResolvedValue({
    data: { translations: [{ alternatives: ['Uno está aquí.'] }], characters: 24, warnings: [] },
    response: new Response(),
  } as never);
  const { queries, unmount } = await open('One is here.');
  for (const _ of ['first', 'second']) {
    buttons()[0]?.focus();
    await user.keyboard('{Enter}');
    await screen.findByText('Uno está aquí.');
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Uno está aquí.')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(86_400_000));
  }
  expect(post).toHaveBeenCalledTimes(1);
  expect(queries.getQueryCache().getAll()).toHaveLength(1);
  unmount();
  expect(queries.getQueryCache().getAll()).toEqual([]);
});
