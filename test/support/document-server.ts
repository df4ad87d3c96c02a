/** A server that takes documents, with a stub engine that is slow enough for every state to be seen. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { type Answer, bearer, call, type ProblemAnswer } from './api-client.ts';
import type { Env } from './command-line.ts';
import { findDisagreements } from './disagreements.ts';
import { type DocumentAnswer, documentsEnv, type FileToSend, upload } from './document-client.ts';
import { openTestPool } from './pool.ts';
import { seedTeams, type TestTeam } from './seed-teams.ts';
import { type RunningServer, useServer } from './server-process.ts';

export interface Account {
  quota_used: number;
  quota_left: number;
  credit_left: number;
  held: number;
}

export interface DocumentServer {
  readonly env: Env;
  readonly server: RunningServer;
  readonly db: Database;
  /** Where the files are kept. */
  readonly folder: string;
  /** `/v1/documents`. */
  readonly address: string;
  one(id: string): string;
  newTeam(quota?: number, keys?: number): Promise<TestTeam>;
  send(
    team: TestTeam,
    file: FileToSend,
    members?: Record<string, string>,
  ): Promise<Answer<DocumentAnswer & ProblemAnswer>>;
  remove(team: TestTeam, id: string): Promise<number>;
  account(team: TestTeam): Promise<Account>;
  /** The team's calls in the ledger. */
  charged(team: TestTeam): Promise<{ characters: number; mode: string }[]>;
}

/** The books are proved when all tests of the file are done. */
export function useDocumentServer(batchMs: number, more: Env = {}): DocumentServer {
  const { folder, env } = documentsEnv();
  const context = useServer({
    ...env,
    NODE_ENV: 'test',
    DRAGOMAN_STUB_ENGINE: `latencyMs=${batchMs}`,
    DRAGOMAN_APERTIUM_MODES: '/nonexistent',
    DRAGOMAN_CACHE_MB: '0',
    DRAGOMAN_DOCUMENT_PATIENCE_S: '1',
    ...more,
  });
  let db: Database | undefined;
  const open = () => {
    if (db === undefined) throw new Error('the database is not open yet');
    return db;
  };
  beforeAll(() => {
    db = openTestPool(context.env.DATABASE_URL ?? '');
  });
  afterAll(async () => {
    expect(await findDisagreements(open())).toEqual([]);
    await db?.end();
  });
  const address = () => `${context.server.url}/v1/documents`;
  return {
    folder,
    env: context.env,
    get server() {
      return context.server;
    },
    get db() {
      return open();
    },
    get address() {
      return address();
    },
    one: (id) => `${address()}/${id}`,
    async newTeam(quota = 1_000_000, keys = 1) {
      const [team] = await seedTeams(open(), 1, { quota, keys });
      if (team === undefined) throw new Error('no team was made');
      return team;
    },
    send: ({ key }, file, members = {}) =>
      upload(address(), key, file, { target_lang: 'EO', source_lang: 'EN', ...members }),
    async remove({ key }, id) {
      return (await fetch(`${address()}/${id}`, { method: 'DELETE', headers: bearer(key) })).status;
    },
    async account({ key }) {
      return (await call<Account>(`${context.server.url}/v1/account`, { headers: bearer(key) })).body;
    },
    async charged({ id }) {
      const { rows } = await open().query<{ characters: number; mode: string }>(
        'SELECT characters, mode FROM calls WHERE team_id = $1',
        [id],
      );
      return rows;
    },
  };
}

const line = 'The ship sails to the harbour tomorrow morning.';

export const letter: FileToSend & { readonly characters: number } = {
  name: 'letter.txt',
  content: `${line}\n\nGood bye.\n`,
  characters: line.length + 'Good bye.'.length,
};

/** Fifty lines are one chunk, and a chunk is a batch or two of the stub's. */
export function longLetter(paragraphs: number): FileToSend {
  const content = Array.from({ length: paragraphs }, (_, i) => `${line} ${i}`).join('\n\n');
  return { name: 'long.txt', content };
}
