/** A Dragoman server in a process of its own, with a database and a key of its own, for the time of a bench. */
import { type Env, runDragomanProcess } from '../../test/support/command-line.ts';
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
  randomDatabaseName,
} from '../../test/support/postgres.ts';
import { createKey, createTeamForLoad } from '../../test/support/seed.ts';
import { type ServerProcess, startServer } from '../../test/support/server-process.ts';

export interface BenchServer {
  readonly server: ServerProcess;
  readonly key: string;
  /** Of the server, for another one beside it. */
  readonly env: Env;
}

export async function withBenchServer<T>(env: Env, work: (bench: BenchServer) => Promise<T>): Promise<T> {
  const name = randomDatabaseName();
  const serverEnv = { ...env, DATABASE_URL: databaseUrl(name) };
  await createDatabase(name);
  try {
    const { code, stderr } = await runDragomanProcess(['migrate'], serverEnv);
    if (code !== 0) throw new Error(`dragoman migrate failed (${code}): ${stderr}`);
    const key = await createKey(serverEnv, await createTeamForLoad(serverEnv));
    const server = await startServer(serverEnv);
    try {
      return await work({ server, key: key.plain, env: serverEnv });
    } finally {
      await server.stop();
    }
  } finally {
    await dropDatabase(name);
  }
}
