/** A Dragoman server whose engine answers at once, on a database with one team of two keys and a thousand teams. */
import { migrate } from '../../src/store/postgres/migrate.ts';
import { openTestPool } from '../../test/support/pool.ts';
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
  randomDatabaseName,
} from '../../test/support/postgres.ts';
import { seedTeams, type TestTeam } from '../../test/support/seed-teams.ts';
import { type ServerProcess, startServer } from '../../test/support/server-process.ts';

export interface NullEngineServer {
  readonly server: ServerProcess;
  readonly databaseUrl: string;
  readonly oneTeam: TestTeam;
  readonly manyTeams: readonly TestTeam[];
  stop(): Promise<void>;
}

const manyTeamsCount = 1_000;

/** `seed` fills the database before the server starts, and `settings` are added to those of the server. */
export async function startNullEngineServer(
  seed: (url: string, teams: readonly TestTeam[]) => Promise<void> = async () => {},
  settings: Readonly<Record<string, string>> = {},
): Promise<NullEngineServer> {
  const name = randomDatabaseName();
  const url = databaseUrl(name);
  await createDatabase(name);
  await migrate(url);
  const pool = openTestPool(url, 1);
  const [oneTeam] = await seedTeams(pool, 1, { keys: 2 });
  const manyTeams = await seedTeams(pool, manyTeamsCount, { keys: 2 });
  if (oneTeam === undefined) throw new Error('no team was seeded');
  await seed(url, manyTeams);
  await pool.query('ANALYZE');
  await pool.end();
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: url,
    DRAGOMAN_STUB_ENGINE: 'on',
    DRAGOMAN_APERTIUM_MODES: '/nonexistent',
    DRAGOMAN_LOG_LEVEL: 'info',
    DRAGOMAN_CACHE_MB: '0',
    ...settings,
  };
  const server = await startServer(env, { keepsLog: false });
  return {
    server,
    databaseUrl: url,
    oneTeam,
    manyTeams,
    async stop() {
      await server.stop();
      await dropDatabase(name);
    },
  };
}
