import { type Config, loadConfig } from '../config.ts';
import { OperatorError } from '../lib/errors.ts';
import { createLogger } from '../observability/logger.ts';
import { type Database, openDatabase } from '../store/postgres/database.ts';

export type Environment = NodeJS.ProcessEnv;

/** A short-lived connection for one command. */
export async function withDatabase<T>(
  env: Environment,
  work: (db: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = loadConfig(env);
  const db = openDatabase(config.databaseUrl, 1, createLogger('silent'));
  try {
    return await work(db, config);
  } catch (error) {
    throw explain(error);
  } finally {
    await db.end();
  }
}

const undefinedTable = '42P01';

function explain(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === undefinedTable) {
    return new OperatorError('The database has no tables of Dragoman yet.', 'Run: dragoman migrate', {
      cause: error,
    });
  }
  if (code === 'ECONNREFUSED' || code === '3D000') {
    return new OperatorError(
      "The database can't be reached or does not exist.",
      'Check DATABASE_URL and that Postgres runs, then run: dragoman doctor',
      { cause: error },
    );
  }
  return error;
}
