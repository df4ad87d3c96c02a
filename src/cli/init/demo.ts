/** `dragoman init --demo`: temporary servers, a team and some usage, for a first look at the dashboard. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createKey } from '../../accounts/keys.ts';
import { OperatorError } from '../../lib/errors.ts';
import { uuidV7 } from '../../lib/uuid-v7.ts';
import type { Database } from '../../store/postgres/database.ts';
import { type ChargeRow, chargeCalls } from '../../store/postgres/ledger.ts';
import { commandLineActor } from '../command-line-actor.ts';
import type { Environment } from '../with-database.ts';
import type { FirstAccount } from './first-account.ts';
import { findSettingsFiles } from './settings-files.ts';

const servicesScript = fileURLToPath(new URL('../../../scripts/dev-services', import.meta.url));

interface DemoFlags {
  readonly folder: string;
  readonly team: string;
  readonly email: string;
  readonly public?: string;
  readonly console?: string;
  readonly ops?: string;
  readonly documents?: string;
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
}

export interface Demo {
  /** In place of everything that was not given. */
  readonly flags: DemoFlags;
  /** How to remove everything again. */
  readonly removal: string;
}

export async function prepareDemo(givenFolder: string, env: Environment): Promise<Demo> {
  const folder = resolve(givenFolder === '.' ? 'dragoman-demo' : givenFolder);
  const services = env.DATABASE_URL?.trim() ? undefined : await startServices(env);
  const stop = services === undefined ? [] : [`${servicesScript} stop --dir ${services.dir}`];
  return {
    flags: {
      folder,
      team: 'demo',
      email: 'demo@example.org',
      ...((await isNew(folder)) && {
        public: await freeAddress(8080),
        console: await freeAddress(8081),
        ops: await freeAddress(9090),
        documents: join(folder, 'documents'),
      }),
      ...(services && { databaseUrl: services.databaseUrl, redisUrl: services.redisUrl }),
    },
    removal: [...stop, `rm -r ${folder}`].join('; '),
  };
}

/** If the command is repeated, the settings of the first run stay. */
async function isNew(folder: string): Promise<boolean> {
  return (await findSettingsFiles(folder)).environment.content === undefined;
}

interface Services {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly dir: string;
}

async function startServices(env: Environment): Promise<Services> {
  // Apart from the servers of a developer, and on a short path: it contains a socket.
  const dir = join(tmpdir(), `dragoman-demo-${userInfo().uid}`);
  const path = [dirname(process.execPath), env.PATH ?? ''].join(delimiter);
  try {
    const { stdout } = await promisify(execFile)(servicesScript, ['start', '--json', '--dir', dir], {
      env: { ...env, PATH: path },
    });
    return JSON.parse(stdout) as Services;
  } catch (cause) {
    const { stderr = '', message = '' } = cause as { stderr?: string; message?: string };
    throw new OperatorError(
      `Temporary Postgres and Redis servers could not be started: ${stderr.trim() || message}`,
      'Install both, or set DATABASE_URL and REDIS_URL to servers for the demonstration.',
      { cause },
    );
  }
}

/** The usual port, or any other if another program has it. */
async function freeAddress(usual: number): Promise<string> {
  for (const port of [usual, 0]) {
    const server = createServer();
    const found = await new Promise<number | undefined>((done) => {
      server.once('error', () => done(undefined));
      server.listen(port, '127.0.0.1', () => done((server.address() as { port: number }).port));
    });
    await new Promise((closed) => server.close(closed));
    if (found !== undefined) return `127.0.0.1:${found}`;
  }
  throw new OperatorError('No free port was found on 127.0.0.1.', 'Stop another program.');
}

/** Name of the key, calls, characters of a usual call, target language. */
const usage = [
  ['Web shop', 42, 310, 'es'],
  ['Help centre', 17, 1_250, 'fr'],
  ['Newsletter', 5, 4_800, 'ca'],
] as const;

/** Charged like real calls, so that the ledger's audit agrees. */
export async function addSampleUsage(db: Database, { team, key }: FirstAccount): Promise<void> {
  // An earlier run has added it.
  if (!key.isNew) return;
  for (const [name, calls, characters, target] of usage) {
    const created = await createKey(
      db,
      { teamId: team.id, name, mode: 'live', scopes: ['translate'] },
      commandLineActor(),
    );
    if (created === undefined) return;
    const rows = Array.from({ length: calls }, (_, i): ChargeRow => {
      // Calls of different sizes, the same in every demonstration.
      const size = Math.round(characters * (0.5 + ((i * 7) % 11) / 10));
      return {
        id: uuidV7(),
        team: team.id,
        key: created.id,
        mode: 'live',
        characters: size,
        target,
        deadline: new Date(Date.now() + 60_000),
        sources: ['en'],
        engines: ['apertium'],
        line_characters: [size],
        line_texts: [1 + (i % 5)],
      };
    });
    await chargeCalls(db, rows);
  }
}
