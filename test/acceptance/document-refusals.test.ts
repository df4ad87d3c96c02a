/** What is no document, and who may not see one. */
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { bearer, call, type ProblemAnswer } from '../support/api-client.ts';
import {
  type DocumentAnswer,
  download,
  type FileToSend,
  upload,
  uploadForm,
  watch,
} from '../support/document-client.ts';
import { letter, longLetter, useDocumentServer } from '../support/document-server.ts';

const rig = useDocumentServer(50);
/** Nothing takes its documents. */
const resting = useDocumentServer(50, { DRAGOMAN_DOCUMENT_WORKERS: '0' });
const unknownId = '01a1dd01-735d-75c5-a1fc-6551c020c92d';

describe('what is refused', () => {
  test.each<[string, FileToSend, Record<string, string>, number, string, RegExp]>([
    [
      'a kind of file that is not known',
      { name: 'a.exe', content: 'x' },
      {},
      400,
      'invalid_request',
      /Invalid file.*file extension/,
    ],
    [
      'a file without an extension',
      { name: 'README', content: 'x' },
      {},
      400,
      'invalid_request',
      /file extension/,
    ],
    [
      'a text that is not what its first bytes say',
      { name: 'a.txt', content: Uint8Array.of(0xff, 0xfe, 0x41) },
      {},
      400,
      'invalid_request',
      /not valid UTF-16LE/,
    ],
    ['another output format', letter, { output_format: 'pdf' }, 400, 'invalid_request', /output_format/],
    [
      'a document that is already in the target language',
      letter,
      { source_lang: 'EO' },
      400,
      'invalid_request',
      /^Source and target language are the same.*Esperanto/,
    ],
    ['a translation memory', letter, { translation_memory_id: 'x' }, 404, 'not_found', /translation memory/],
    [
      'more than five glossaries',
      letter,
      { glossary_ids: Array(6).fill(unknownId).join() },
      400,
      'invalid_request',
      /glossary_ids/,
    ],
    [
      'a glossary in both members',
      letter,
      { glossary_ids: unknownId, glossary_id: unknownId },
      400,
      'invalid_request',
      /glossary_id or glossary_ids/,
    ],
    [
      'a glossary of several that there is not',
      letter,
      { glossary_ids: unknownId },
      404,
      'not_found',
      /glossary/,
    ],
    ['an unknown target', letter, { target_lang: 'tlh' }, 400, 'unsupported_language', /target_lang/],
    ['an unknown source', letter, { source_lang: 'tlh' }, 400, 'unsupported_language', /source_lang/],
    ['no target', letter, { target_lang: '' }, 400, 'invalid_request', /target_lang/],
    ['what is no formality', letter, { formality: 'rude' }, 400, 'invalid_request', /formality/],
    ['a glossary that there is not', letter, { glossary_id: unknownId }, 404, 'not_found', /glossary/],
  ])('%s', async (_name, file, members, status, code, detail) => {
    const team = await rig.newTeam();
    const answer = await rig.send(team, file, members);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.detail).toMatch(detail);
    expect(await rig.account(team)).toMatchObject({ held: 0 });
  });

  test('a form without a file, with two, with too many members, and what is no form', async () => {
    const { key } = await rig.newTeam();
    const two = uploadForm(letter, { target_lang: 'EO' });
    two.append('file', new Blob(['x']), 'b.txt');
    const many = uploadForm(letter, Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`m${i}`, 'x'])));
    const none = new FormData();
    none.append('target_lang', 'EO');
    const forms: [FormData | string, Record<string, string>, number][] = [
      [none, {}, 400],
      [two, {}, 413],
      [many, {}, 413],
      ['{}', { 'content-type': 'application/json' }, 415],
      ['--x\r\nbroken', { 'content-type': 'multipart/form-data; boundary=x' }, 400],
      ['x', { 'content-type': 'multipart/form-data' }, 400],
    ];
    for (const [body, headers, status] of forms) {
      const answer = await call<ProblemAnswer>(rig.address, {
        method: 'POST',
        headers: { ...bearer(key), ...headers },
        body,
      });
      expect([answer.status, typeof answer.body.code], JSON.stringify(answer.body)).toEqual([
        status,
        'string',
      ]);
    }
  });

  test('more than 30 MiB', async () => {
    const { key } = await rig.newTeam();
    const file = { name: 'large.txt', content: new Uint8Array(30 * 1024 * 1024 + 1) };
    const { status, body } = await upload(rig.address, key, file, { target_lang: 'EO' });
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
  });

  test('an upload over the rate limit, with the time to come back', async () => {
    const team = await rig.newTeam();
    await rig.db.query('UPDATE teams SET requests_per_second = 1, requests_burst = 2 WHERE id = $1', [
      team.id,
    ]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => rig.send(team, letter)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  test('a result that is not ready: 503 with the time to come back', async () => {
    const team = await resting.newTeam();
    const { body } = await resting.send(team, letter);
    const { status, headers } = await download(`${resting.one(body.id)}/result`, team.key);
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('2');
    await resting.remove(team, body.id);
  });
});

test('an upload whose client hangs up before its answer is no document, and holds nothing', async () => {
  const team = await rig.newTeam();
  const { port } = new URL(rig.address);
  const form = uploadForm(longLetter(20_000), { target_lang: 'EO', source_lang: 'EN' });
  const request = new Request(rig.address, { method: 'POST', headers: bearer(team.key), body: form });
  const body = Buffer.from(await request.arrayBuffer());
  const socket = connect(Number(port), '127.0.0.1');
  const head = ['POST /v1/documents HTTP/1.1', 'host: x', `authorization: Bearer ${team.key}`];
  head.push(`content-type: ${request.headers.get('content-type')}`, `content-length: ${body.length}`, '', '');
  await new Promise<void>((resolve) =>
    socket.write(Buffer.concat([Buffer.from(head.join('\r\n')), body]), () => resolve()),
  );
  socket.destroy();
  const logged = () => rig.server.log().includes('"route":"/v1/documents","outcome":"disconnected"');
  await expect.poll(logged, { timeout: 120_000 }).toBe(true);
  expect(await rig.account(team)).toMatchObject({ held: 0, quota_used: 0 });
  const { rows } = await rig.db.query('SELECT count(*)::int AS count FROM documents WHERE team_id = $1', [
    team.id,
  ]);
  expect(rows).toEqual([{ count: 0 }]);
});

test('a key sees its own documents, page by page, and no other of its team or of another', async () => {
  const team = await rig.newTeam(1_000, 2);
  const stranger = await rig.newTeam();
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.unshift((await rig.send(team, { ...letter, name: `${i}.txt` })).body.id);
  const list = async (key: string, query = '') =>
    (
      await call<{ documents: DocumentAnswer[]; next_cursor: string | null }>(`${rig.address}${query}`, {
        headers: bearer(key),
      })
    ).body;
  expect((await list(team.key)).documents.map(({ id }) => id)).toEqual(ids);
  const first = await list(team.key, '?limit=2');
  const rest = await list(team.key, `?limit=2&cursor=${first.next_cursor}`);
  expect([...first.documents, ...rest.documents].map(({ id }) => id)).toEqual(ids);
  for (const key of [team.keys[1]?.plain ?? '', stranger.key]) {
    expect((await list(key)).documents).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/result'],
      ['DELETE', ''],
    ]) {
      const { status } = await fetch(`${rig.one(ids[0] ?? '')}${path}`, {
        method: method ?? '',
        headers: bearer(key),
      });
      expect(status).toBe(404);
    }
  }
  for (const id of ids) await watch(rig.one(id), team.key);
});
