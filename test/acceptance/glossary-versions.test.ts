import { beforeAll, describe, expect, test } from 'vitest';
import { dictionary, type GlossaryKeeper, newGlossaryKeeper, tsv } from '../support/glossary-keeper.ts';
import { useServer } from '../support/server-process.ts';

const context = useServer();
let team: GlossaryKeeper;

beforeAll(async () => {
  team = await newGlossaryKeeper(context.server.url, context.env);
});

describe('two who edit at once', () => {
  test('If-Match lets a change through only on the version that was read: else 412', async () => {
    const id = await team.made();
    const path = `/v1/glossaries/${id}`;
    const etag = (await team.get(path)).headers.get('etag') ?? '';
    expect(etag).toBe('"1"');
    expect((await team.send('PATCH', path, { name: 'a' }, { 'if-match': etag })).headers.get('etag')).toBe(
      '"2"',
    );
    for (const [method, body] of [
      ['PATCH', { name: 'b' }],
      ['DELETE', undefined],
    ] as const) {
      const late = await team.send(method, path, body, { 'if-match': etag });
      expect([late.status, late.body.code]).toEqual([412, 'precondition_failed']);
    }
    expect((await team.send('PATCH', path, { name: 'c' }, { 'if-match': '"9", "2"' })).status).toBe(200);
    expect((await team.send('DELETE', path, undefined, { 'if-match': '*' })).status).toBe(204);
  });

  test('the same for dictionaries, with the tag of any format', async () => {
    const id = await team.made();
    const { etag } = await team.readAs(id, 'text/csv');
    expect((await team.put(id, 'a\tb', { ...tsv, 'if-match': etag ?? '' })).status).toBe(200);
    for (const tag of [etag ?? '', '"x"', 'W/"2"', '2', '"2']) {
      expect((await team.put(id, 'c\td', { ...tsv, 'if-match': tag })).status, tag).toBe(412);
    }
    const merged = await team.send('PATCH', dictionary(id), 'e\tf', { ...tsv, 'if-match': '"1"' });
    expect(merged.status).toBe(412);
    expect((await team.send('DELETE', dictionary(id), undefined, { 'if-match': '"1"' })).status).toBe(412);
    expect(await team.entriesOf(id)).toEqual([['a', 'b']]);
    expect((await team.send('DELETE', dictionary(id), undefined, { 'if-match': '"2"' })).status).toBe(204);
  });

  test('a change of one dictionary does not change another', async () => {
    const id = await team.made();
    await team.put(id, 'a\tb', tsv, 'fr/es');
    expect((await team.put(id, 'a\tb', { ...tsv, 'if-match': '"1"' })).status).toBe(200);
  });

  test('If-None-Match: * makes a dictionary only where there is none', async () => {
    const id = await team.made();
    const absent = { ...tsv, 'if-none-match': '*' };
    expect((await team.put(id, 'a\tb', absent)).status).toBe(412);
    expect((await team.put(id, 'a\tb', absent, 'fr/es')).status).toBe(200);
    expect((await team.put(id, 'a\tb', { ...tsv, 'if-match': '*' }, 'it/es')).status).toBe(412);
  });

  test('of ten edits of one version, one is taken', async () => {
    const id = await team.made();
    const edits = await Promise.all(
      Array.from({ length: 10 }, (_, i) => team.put(id, `a\t${i}`, { ...tsv, 'if-match': '"1"' })),
    );
    expect(edits.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(412)]);
  });

  test('of five merges at once, none is lost', async () => {
    const id = await team.made();
    const merges = await Promise.all(
      Array.from({ length: 5 }, (_, i) => team.send('PATCH', dictionary(id), `term ${i}\tx`, tsv)),
    );
    expect(merges.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(new Set((await team.entriesOf(id)).map(([source]) => source)).size).toBe(6);
  });
});
