import { ErasedTeamError } from '../accounts/erased-team.ts';
import { type Config, loadConfig, openConfig } from '../config/config.ts';
import { OperatorError } from '../lib/errors.ts';
import { describeTlsFailure } from '../lib/tls-failures.ts';
import { createLogger } from '../observability/logger.ts';
import { type Database, openDatabase } from '../store/postgres/database.ts';
import { migrate } from '../store/postgres/migrate.ts';

export type Environment = NodeJS.ProcessEnv;

/** Opens short-lived connections for one command: one, unless `size` says otherwise. */
export async function withDatabase<T>(
  env: Environment,
  work: (db: Database, config: Config) => Promise<T>,
  size = 1,
): Promise<T> {
  return useDatabase(loadConfig(env), work, size);
}

/** For commands that open secrets: reads the data keys as well, from wherever they are. */
export async function withDataKeys<T>(
  env: Environment,
  work: (db: Database, config: Config) => Promise<T>,
): Promise<T> {
  return useDatabase(await openConfig(env), work, 1);
}

async function useDatabase<T>(
  config: Config,
  work: (db: Database, config: Config) => Promise<T>,
  size: number,
): Promise<T> {
  const db = openDatabase({ url: config.databaseUrl, size, logger: createLogger('silent') });
  try {
    return await work(db, config);
  } catch (error) {
    throw explain(error);
  } finally {
    await db.end();
  }
}

/** Brings the schema up to date; returns the names of the applied migrations. */
export async function migrateDatabase(databaseUrl: string): Promise<string[]> {
  try {
    return await migrate(databaseUrl);
  } catch (error) {
    throw explain(error);
  }
}

/** Message and remedy by error code. */
const knownErrors: Readonly<Record<string, readonly [message: string, remedy: string]>> = {
  '42P01': ['The database has no tables of Dragoman yet.', 'Run: dragoman migrate'],
  ECONNREFUSED: [
    "The database can't be reached: nothing listens at its address.",
    'Start Postgres, check host and port in DATABASE_URL, then run: dragoman doctor',
  ],
  ENOENT: [
    "The database can't be reached: there is no such socket.",
    'Start Postgres, check the folder of its socket in DATABASE_URL, then run: dragoman doctor',
  ],
  ENOTFOUND: [
    "The database can't be reached: its host has no address.",
    'Check the host in DATABASE_URL, then run: dragoman doctor',
  ],
  '3D000': [
    'The database does not exist.',
    'Create it on the Postgres server: createdb --owner=USER NAME. Or check DATABASE_URL.',
  ],
  '28P01': [
    'Postgres refuses the password.',
    'Check user and password in DATABASE_URL; percent-encode characters such as @ : / # there.',
  ],
  '28000': [
    'Postgres refuses this user.',
    'Create the user on the Postgres server: createuser NAME. Or check DATABASE_URL, and pg_hba.conf there.',
  ],
  '57P01': [
    'Postgres ended the connection: it was restarted, or an administrator ended the session.',
    'Nothing is half done. Run the command again.',
  ],
  '25006': [
    'The database is read-only: it is a standby, or default_transaction_read_only is set.',
    'Point DATABASE_URL at the primary server, or make this one writable.',
  ],
  '42501': [
    'The Postgres user lacks a permission for this command.',
    'Make it the owner of the database: ALTER DATABASE name OWNER TO user.',
  ],
};

function explain(error: unknown): unknown {
  if (error instanceof ErasedTeamError) {
    return new OperatorError(
      'This team was erased; it cannot be restored.',
      'Create another team: dragoman team create --name my-team',
      { cause: error },
    );
  }
  const tls = describeTlsFailure(error);
  if (tls !== undefined) {
    return new OperatorError(`The connection to the database is not secure: ${tls[0]}.`, tls[1], {
      cause: error,
    });
  }
  const { code, syscall } = error as { code?: string; syscall?: string };
  // A missing file has the same code as a missing socket.
  const known = code === 'ENOENT' && syscall !== 'connect' ? undefined : knownErrors[code ?? ''];
  return known === undefined ? error : new OperatorError(...known, { cause: error });
}
