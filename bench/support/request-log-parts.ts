/**
 * The work of the request log alone: from the facts of an answered call to its row in the table, in this process and on a
 * connection of its own, so that nothing else is counted with it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logCallOf, noteAnswer, noteLanguages } from '../../src/http/logged-calls.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import { RequestLog } from '../../src/metering/request-log/request-log.ts';
import { insertRequests } from '../../src/store/postgres/request-log.ts';
import { openTestPool } from '../../test/support/pool.ts';
import { threadsWorkedMs } from '../../test/support/process-table.ts';
import type { TestTeam } from '../../test/support/seed-teams.ts';

export interface LogWork {
  /** Microseconds of processor time for each call. */
  readonly server: number;
  readonly database: number;
}

const reply = { elapsedTime: 3.2 } as FastifyReply;
const asked = { sourceLang: 'EN', targetLang: 'EO' };

function requestOf({ id, keys }: TestTeam): FastifyRequest {
  const routeOptions = { config: { call: { kind: 'translate', dialect: 'v1' } } };
  const caller = { teamId: id, keyId: keys[0]?.id, mode: 'live' };
  return { id: uuidV7(), routeOptions, caller } as unknown as FastifyRequest;
}

export async function openLogMeter(databaseUrl: string, teams: readonly TestTeam[]) {
  const db = openTestPool(databaseUrl, 1);
  /** The pool replaces a connection that was idle for long, as on a machine where a round takes minutes. */
  const readBackend = async () => {
    const { rows } = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return rows[0]?.pid ?? 0;
  };
  let written = 0;
  const openLog = () =>
    new RequestLog({
      write: (batch) => insertRequests(db, batch),
      isTemporary: () => false,
      metrics: {
        countLoggedRows: (count) => {
          written += count;
        },
        countUnloggedCalls: () => undefined,
        watchRequestLog: () => undefined,
      },
      logger: console as never,
    });
  return {
    /** Logs this many calls in batches of the usual size. */
    async measure(calls: number): Promise<LogWork> {
      const requests = Array.from({ length: calls }, (_, i) =>
        requestOf(teams[i % teams.length] as TestTeam),
      );
      written = 0;
      const backend = await readBackend();
      const log = openLog();
      const [ours, theirs] = [threadsWorkedMs(process.pid), threadsWorkedMs(backend)];
      for (const request of requests) {
        noteLanguages(request, asked);
        const translations = [{ source: 'en', engine: 'stub' }];
        noteAnswer(request, { target: 'eo', translations, characters: 41, replayed: false });
        logCallOf(request, reply, 200, (call) => log.add(call));
      }
      await log.close();
      const perCall = (ms: number) => (ms / calls) * 1_000;
      if (backend !== (await readBackend()))
        throw new Error('the connection was replaced while it was measured');
      if (written !== calls) throw new Error(`${written} of ${calls} calls were logged`);
      return {
        server: perCall(threadsWorkedMs(process.pid) - ours),
        database: perCall(threadsWorkedMs(backend) - theirs),
      };
    },
    close: () => db.end(),
  };
}
