/** How a Postgres server and what follows it look to an operator, with and without the privilege to see it. */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readPostgresState } from '../../src/store/postgres/server-state.ts';
import { openTestPool } from '../support/pool.ts';
import { useThrowAwayServices } from '../support/throw-away-services.ts';

const services = useThrowAwayServices();
const patience = { timeout: 60_000, interval: 100 };

test('what follows the server is shown by name and lag, and only counted for a role that may not see more', async () => {
  const url = services.current.databaseUrl;
  const db = openTestPool(url);
  expect(await readPostgresState(db)).toMatchObject({
    version: expect.stringMatching(/^\d+/),
    isStandby: false,
    isReadOnly: false,
    isSynchronous: false,
    standbyCount: 0,
    standbys: [],
  });

  // It speaks the protocol of a standby: it receives everything and confirms what it has on its disk.
  const [program = 'pg_receivewal'] = globSync('/usr/lib/postgresql/*/bin/pg_receivewal').toReversed();
  const follower = new URL(url);
  follower.searchParams.set('application_name', 'standby_1');
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-wal-'));
  const receiver = spawn(program, ['-D', folder, '--synchronous', '-d', follower.href], { stdio: 'ignore' });
  const ended = new Promise((resolve) => receiver.on('exit', resolve));
  try {
    await db.query("ALTER SYSTEM SET synchronous_standby_names = 'standby_1'");
    await db.query('SELECT pg_reload_conf()');
    await vi.waitFor(
      async () =>
        expect(await readPostgresState(db)).toMatchObject({
          isSynchronous: true,
          maySeeStandbys: true,
          standbyCount: 1,
          standbys: [
            { name: 'standby_1', state: 'streaming', syncState: 'sync', lagBytes: expect.any(Number) },
          ],
        }),
      patience,
    );
    await db.query('CREATE ROLE plain LOGIN');
    const plainUrl = new URL(url);
    plainUrl.username = 'plain';
    const plain = openTestPool(plainUrl.href);
    expect(await readPostgresState(plain)).toMatchObject({
      isSynchronous: true,
      maySeeStandbys: false,
      standbyCount: 1,
      standbys: [{ state: null, syncState: null, lagBytes: null }],
    });
    await db.query('GRANT pg_read_all_stats TO plain');
    expect(await readPostgresState(plain)).toMatchObject({
      maySeeStandbys: true,
      standbys: [{ state: 'streaming', syncState: 'sync' }],
    });
    await plain.end();
  } finally {
    await db.query('ALTER SYSTEM RESET synchronous_standby_names');
    await db.query('SELECT pg_reload_conf()');
    receiver.kill();
    await ended;
    await db.end();
  }
});
