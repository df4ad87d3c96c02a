/** The document tools of MCP have the keys, limits, charges and isolation of `/v2/document`. */
import { describe, expect, test, vi } from 'vitest';
import { bearer, call } from '../support/api-client.ts';
import { dragomanJson } from '../support/command-line.ts';
import { outsideAddress, useDialectsServer } from '../support/dialects-server.ts';
import { uploadForm } from '../support/document-client.ts';
import { longTest } from '../support/long-form.ts';
import { withPool } from '../support/pool.ts';
import { createKey, createTeam, liftLimits } from '../support/seed.ts';

const context = useDialectsServer({ DRAGOMAN_PATH_PREFIX: '/tools' });
const house = 'The house is big.';

interface ToolResult {
  readonly isError?: true;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

async function callTool(key: string, name: string, given: unknown, headers: Record<string, string> = {}) {
  const params = { name, arguments: given };
  const { status, body } = await call<{ result?: ToolResult }>(`${context.server.dialectsUrl}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': outsideAddress,
      ...bearer(key),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  return { status, text: body.result?.content[0]?.text ?? '', value: body.result?.structuredContent };
}

const file = { file_name: 'letter.txt', content: house, source_lang: 'en', target_lang: 'es' };

async function newTeam() {
  const team = await createTeam(context.env);
  await liftLimits(context.env, team);
  return { team, ...(await createKey(context.env, team, 'translate,usage')) };
}

async function uploaded(key: string, more: object = {}): Promise<string> {
  const { value, text } = await callTool(key, 'translate_document', { ...file, ...more });
  if (value === undefined) throw new Error(text);
  return String(value.id);
}

const done = (key: string, id: string) =>
  vi.waitFor(
    async () =>
      expect((await callTool(key, 'document_status', { document_id: id })).value).toMatchObject({
        state: 'done',
      }),
    { timeout: 300_000 },
  );

async function charged(team: string): Promise<number[]> {
  const { rows } = await withPool(context.env.DATABASE_URL ?? '', (db) =>
    db.query('SELECT characters FROM calls WHERE team_id = $1', [team]),
  );
  return rows.map((row) => Number(row.characters));
}

test('a repeated upload with an Idempotency-Key is the same document, and charged once', async () => {
  const { plain: key, team } = await newTeam();
  const headers = { 'idempotency-key': 'once' };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => callTool(key, 'translate_document', file, headers)),
  );
  const ids = new Set(answers.map(({ value }) => value?.id));
  expect(ids.size).toBe(1);
  await done(key, String([...ids][0]));
  expect(await charged(team)).toEqual([house.length]);
  const other = { ...file, content: 'Good morning.' };
  expect((await callTool(key, 'translate_document', other, headers)).text).toMatch(/^conflict: /);
});

longTest('simultaneous uploads are charged exactly, each once', async () => {
  const { plain: key, team } = await newTeam();
  const count = 8;
  const ids = await Promise.all(Array.from({ length: count }, () => uploaded(key)));
  expect(new Set(ids).size).toBe(count);
  for (const id of ids) await done(key, id);
  for (const id of ids) await callTool(key, 'read_document', { document_id: id });
  expect(await charged(team)).toEqual(ids.map(() => house.length));
});

test('with a path prefix, tools and files are served under it, and so is the address of a file', async () => {
  const { plain: key } = await newTeam();
  const url = `${context.server.dialectsUrl}/tools`;
  const headers = { ...bearer(key), 'content-type': 'application/json' };
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  expect((await call(`${url}/mcp`, { method: 'POST', headers, body: ping })).status).toBe(200);
  const body = uploadForm({ name: 'letter.txt', content: house }, { source: 'en', target: 'es' });
  const sent = { method: 'POST', headers: bearer(key), body };
  const answer = await call<{ translatedFileUrl: string }>(`${url}/translate_file`, sent);
  const { pathname } = new URL(answer.body.translatedFileUrl);
  expect(pathname).toMatch(/^\/tools\/download_file\//);
  expect((await fetch(`${context.server.dialectsUrl}${pathname}`)).status).toBe(200);
});

test('documents of other teams and other keys cannot be read, and look like none', async () => {
  const [owner, stranger] = [await newTeam(), await newTeam()];
  const sibling = await createKey(context.env, owner.team);
  const id = await uploaded(owner.plain);
  await done(owner.plain, id);
  const none = '01a1ddc2-7a31-7c1e-9d55-0f6a3f2f8c11';
  for (const tool of ['document_status', 'read_document']) {
    const seen = await Promise.all(
      [sibling.plain, stranger.plain].flatMap((key) =>
        [id, id.toUpperCase(), id.replaceAll('-', ''), none].map((each) =>
          callTool(key, tool, { document_id: each }),
        ),
      ),
    );
    expect(new Set(seen.map(({ text, value }) => `${text} ${value}`)).size).toBe(1);
    expect(seen[0]?.text).toMatch(/^not_found: /);
  }
});

describe('a document that is gone, and a key that is not accepted any more', () => {
  test('deleted meanwhile', async () => {
    const { plain: key } = await newTeam();
    const id = await uploaded(key);
    await done(key, id);
    await call(`${context.server.url}/v1/documents/${id}`, { method: 'DELETE', headers: bearer(key) });
    expect((await callTool(key, 'read_document', { document_id: id })).text).toMatch(/^not_found: /);
  });

  test('expired meanwhile', async () => {
    const { plain: key } = await newTeam();
    const id = await uploaded(key);
    await done(key, id);
    await withPool(context.env.DATABASE_URL ?? '', (db) =>
      db.query("UPDATE documents SET expires_at = now() - interval '1 second' WHERE id = $1", [id]),
    );
    expect((await callTool(key, 'read_document', { document_id: id })).text).toMatch(/^not_found: /);
    expect((await callTool(key, 'document_status', { document_id: id })).text).toMatch(/^not_found: /);
  });

  test('revoked between upload and read', async () => {
    const { plain: key, id: keyId } = await createKey(context.env, (await newTeam()).team);
    const id = await uploaded(key);
    await done(key, id);
    await dragomanJson(['key', 'revoke', keyId], context.env);
    expect((await callTool(key, 'read_document', { document_id: id })).status).toBe(401);
  });

  test('suspended between upload and read', async () => {
    const { plain: key, team } = await newTeam();
    const id = await uploaded(key);
    await done(key, id);
    await dragomanJson(['team', 'suspend', team, '--reason', 'test'], context.env);
    expect((await callTool(key, 'read_document', { document_id: id })).status).toBe(403);
  });

  test('without the scope', async () => {
    const { plain: key } = await createKey(context.env, (await newTeam()).team, 'usage');
    expect((await callTool(key, 'translate_document', file)).status).toBe(403);
  });
});

describe('hostile arguments are refused, and nothing is charged', () => {
  test.each<[string, string, unknown]>([
    ['a number as id', 'read_document', { document_id: -1 }],
    ['10,000 ids', 'read_document', { document_id: Array.from({ length: 10_000 }, String) }],
    ['a path as id', 'read_document', { document_id: '../../etc/passwd' }],
    ['no arguments', 'document_status', null],
    ['a list of arguments', 'translate_document', [file]],
    [
      'base64 that was cut off',
      'translate_document',
      { ...file, content: undefined, content_base64: 'QUJDR' },
    ],
    ['base64 in lines', 'translate_document', { ...file, content: undefined, content_base64: 'QU\nJD' }],
    ['content that is no text', 'translate_document', { ...file, content: { length: 1 } }],
    ['both contents', 'translate_document', { ...file, content_base64: 'QUJD' }],
    ['a long name', 'translate_document', { ...file, file_name: `${'a'.repeat(300)}.txt` }],
    ['a name without a format', 'translate_document', { ...file, file_name: '.' }],
    ['another format in a docx', 'translate_document', { ...file, file_name: 'a.docx' }],
    [
      'an unknown glossary',
      'translate_document',
      { ...file, glossary_id: '01a1ddc2-7a31-7c1e-9d55-0f6a3f2f8c11' },
    ],
  ])('%s', async (_name, tool, given) => {
    const { plain: key, team } = await newTeam();
    const { status, text, value } = await callTool(key, tool, given);
    expect([status, value]).toEqual([200, undefined]);
    expect(text).toMatch(/^(invalid_request|not_found): /);
    expect(await charged(team)).toEqual([]);
  });

  test('a hostile name is only a name', async () => {
    const { plain: key } = await newTeam();
    const id = await uploaded(key, { file_name: '../..\\\r\n\u202e<b>.txt' });
    const { value } = await callTool(key, 'document_status', { document_id: id });
    expect(value?.name).toMatch(/^[^/\\\p{Cc}\p{Cf}]*<b>\.txt$/u);
  });
});

test('a file whose characters would take long to write in JSON comes as base64', async () => {
  const { plain: key } = await newTeam();
  const content = '"\\'.repeat(40_000);
  const id = await uploaded(key, { content });
  await done(key, id);
  const { value } = await callTool(key, 'read_document', { document_id: id });
  expect(Buffer.from(String(value?.content_base64), 'base64').toString()).toBe(content);
});
