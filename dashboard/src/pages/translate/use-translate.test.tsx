import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { client } from '../../api/client.ts';
import { forgetKept } from '../../state/kept.ts';
import { useTranslate } from './use-translate.ts';

afterEach(() => {
  cleanup();
  forgetKept();
  localStorage.clear();
  vi.restoreAllMocks();
});

/** Long, for a test that hangs: nothing here is measured. */
const eventually = (check: () => void) => waitFor(check, { timeout: 60_000 });

const es = {
  code: 'ES',
  name: 'Spanish',
  sources: [{ code: 'EN', name: 'English' }],
  instructions_from: ['EN'],
  alternatives_from: [],
};
const languages = { targets: [es], engines: [], instruction_engines: [], rephrase_languages: [] };
const glossary = (version: number) => ({
  id: 'g',
  name: 'Terms',
  version,
  dictionaries: [{ source_lang: 'EN', target_lang: 'ES', version, entry_count: 1 }],
});
const style = { style_id: 's', name: 'House style', language: 'ES', version: 3 };

/** A server whose lists arrive when the test wants it. */
function useServerAnswers() {
  const lists = new Map<string, (data: unknown) => void>();
  vi.spyOn(client, 'GET').mockImplementation(
    ((path: string) =>
      new Promise((resolve) => {
        lists.set(path.split('/').at(-1) ?? '', (data) => resolve({ data, response: new Response() }));
      })) as never,
  );
  const sent: Record<string, unknown>[] = [];
  vi.spyOn(client, 'POST').mockImplementation((async (_: string, { body }: { body: { text: string[] } }) => {
    sent.push(body);
    const translations = body.text.map((text) => ({
      text: text.toUpperCase(),
      detected_source_language: 'EN',
      glossary_terms: [],
    }));
    return { data: { translations, characters: 1, warnings: [] }, response: new Response() };
  }) as never);
  const arrive = async (list: string, data: unknown) => {
    await eventually(() => expect(lists.has(list)).toBe(true));
    lists.get(list)?.(data);
  };
  return { arrive, sent };
}

function open(
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } }),
) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return { queries, ...renderHook(() => useTranslate('team'), { wrapper }) };
}

test('a text waits for the list that has the glossary or the style that was chosen before', async () => {
  const { arrive, sent } = useServerAnswers();
  const first = open();
  await arrive('languages', languages);
  await arrive('glossaries', { glossaries: [glossary(1)] });
  await arrive('style-rules', { style_rules: [style] });
  await eventually(() => expect(first.result.current.style.offered).toHaveLength(1));
  first.result.current.options.wish({ glossary: 'g' });
  first.result.current.style.choose('s');
  first.unmount();

  // Another visit, after the lists were forgotten.
  const { result } = open();
  await arrive('languages', languages);
  await eventually(() => expect(result.current.options.target?.code).toBe('ES'));
  result.current.session.change('The house is yellow.');
  result.current.session.translateNow();
  expect([result.current.isReady, sent]).toEqual([false, []]);
  await arrive('glossaries', { glossaries: [glossary(1)] });
  await eventually(() => expect(result.current.options.glossary?.id).toBe('g'));
  expect([result.current.isReady, sent]).toEqual([false, []]);
  await arrive('style-rules', { style_rules: [style] });
  await eventually(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ text: ['The house is yellow.'], glossary_id: 'g', style_id: 's' });
});

test('without such a choice, nothing waits; a glossary that was edited translates again', async () => {
  const { arrive, sent } = useServerAnswers();
  const { result, queries } = open();
  await arrive('languages', languages);
  await eventually(() => expect(result.current.isReady).toBe(true));
  result.current.session.change('The house is yellow.');
  result.current.session.translateNow();
  await eventually(() => expect(sent).toHaveLength(1));
  queries.setQueryData(['glossaries', 'team'], { glossaries: [glossary(1)] });
  result.current.options.wish({ glossary: 'g' });
  await eventually(() => expect(sent).toHaveLength(2));
  queries.setQueryData(['glossaries', 'team'], { glossaries: [glossary(2)] });
  await eventually(() => expect(sent).toHaveLength(3));
  expect(sent[2]).toMatchObject({ text: ['The house is yellow.'], glossary_id: 'g' });
});
