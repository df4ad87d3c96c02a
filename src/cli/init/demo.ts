/** `dragoman init --demo`: temporary servers, a team and some usage, for a first look at the dashboard. */
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { OperatorError } from '../../lib/errors.ts';
import { hasMigrations } from '../../store/postgres/migrate.ts';
import { examineDatabase, examineRedis } from '../examine.ts';
import { type Environment, withDatabase } from '../with-database.ts';
import {
  createDemoFolder,
  type DemoMarker,
  markDemoFolder,
  readDemoFolder,
  removalCommand,
  removeDemoFolder,
} from './demo-folder.ts';
import { createServersFolder, removeServers, startServers } from './demo-servers.ts';
import { parseEnvironment } from './environment-file.ts';
import { findSettingsFiles } from './settings-files.ts';

/** What the operator gave. */
interface DemoOptions {
  readonly folder: string;
  readonly files: boolean;
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
}

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
  /** Removes what this run created, after a failure. */
  undo(): Promise<void>;
}

export async function prepareDemo(options: DemoOptions, env: Environment): Promise<Demo> {
  refuseOptions(options);
  const folder = resolve(options.folder === '.' ? 'dragoman-demo' : options.folder);
  const marker = await readDemoFolder(folder);
  return marker === undefined ? createDemo(folder, options, env) : continueDemo(folder, marker);
}

/** Servers of the environment may be those of an installation: only flags name other servers. */
export function withoutSettings(env: Environment): Environment {
  const isSetting = (name: string) => /^(DATABASE_URL|REDIS_URL|DRAGOMAN_.*)$/.test(name);
  const kept = Object.entries(env).filter(([name]) => name === 'DRAGOMAN_MODEL_REGISTRY' || !isSetting(name));
  return Object.fromEntries(kept);
}

function refuseOptions({ files, databaseUrl, redisUrl }: DemoOptions): void {
  if (!files) {
    throw new OperatorError(
      '--no-files cannot be used with --demo, which writes its settings to a folder of its own.',
      'Leave one of them out.',
    );
  }
  if ((databaseUrl === undefined) !== (redisUrl === undefined)) {
    throw new OperatorError(
      'With --demo, --database-url and --redis-url are given together or not at all.',
      'Add the other flag, or leave both out: the demonstration then starts servers of its own.',
    );
  }
}

const usual = { team: 'demo', email: 'demo@example.org' };

async function createDemo(folder: string, options: DemoOptions, env: Environment): Promise<Demo> {
  if (options.databaseUrl !== undefined) await refuseUsedDatabase(options.databaseUrl);
  await createDemoFolder(folder);
  let servers: string | undefined;
  const undo = async () => {
    if (servers !== undefined) await removeServers(servers, env);
    await removeDemoFolder(folder);
  };
  try {
    if (options.databaseUrl === undefined) servers = await createServersFolder();
    const marker = servers === undefined ? {} : { servers };
    // First, so that an interrupted run can be removed by the command that the next one prints.
    await markDemoFolder(folder, marker);
    const started = servers === undefined ? undefined : await startServers(servers, env);
    const listeners = {
      public: await freeAddress(8080),
      console: await freeAddress(8081),
      ops: await freeAddress(9090),
    };
    const folders = { folder, documents: join(folder, 'documents') };
    const urls = started && { databaseUrl: started.databaseUrl, redisUrl: started.redisUrl };
    const flags = { ...usual, ...listeners, ...folders, ...urls };
    return { flags, removal: removalCommand(folder, marker), undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

async function refuseUsedDatabase(databaseUrl: string): Promise<void> {
  if (!(await withDatabase({ DATABASE_URL: databaseUrl }, hasMigrations))) return;
  throw new OperatorError(
    'The database of --database-url already has tables of Dragoman. Nothing was changed.',
    'Name an empty database, or leave --database-url and --redis-url out.',
  );
}

/** If the command is repeated, the settings of the first run stay. */
async function continueDemo(folder: string, marker: DemoMarker): Promise<Demo> {
  const removal = removalCommand(folder, marker);
  const { content } = (await findSettingsFiles(folder)).environment;
  if (content === undefined) {
    throw new OperatorError(
      `The demonstration in ${folder} was interrupted before it was complete.`,
      `Remove it, and start again: ${removal}`,
    );
  }
  if (marker.servers !== undefined && !(await areServersThere(parseEnvironment(content)))) {
    throw new OperatorError(
      `The servers of the demonstration in ${folder} are gone.`,
      `Remove it, and start again: ${removal}`,
    );
  }
  return { flags: { ...usual, folder }, removal, undo: async () => {} };
}

async function areServersThere(env: Environment): Promise<boolean> {
  const { database } = await examineDatabase(env);
  return database.ok && (await examineRedis(env.REDIS_URL ?? '')).ok;
}

/** The usual port, or any other if another program has it. */
async function freeAddress(usualPort: number): Promise<string> {
  for (const port of [usualPort, 0]) {
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
