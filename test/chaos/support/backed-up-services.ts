/**
 * The scripts of deploy/backup, as an operator uses them, on throw-away services: the archive is switched on, base
 * backups are taken, and a data directory that was lost or is not wanted any more is made again.
 */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { isAlive, readProcess } from '../../support/process-table.ts';
import type { ThrowAwayServices } from '../../support/throw-away-services.ts';

const run = promisify(execFile);
const scripts = fileURLToPath(new URL('../../../deploy/backup/', import.meta.url));

export class BackedUpServices {
  readonly #services: ThrowAwayServices;

  private constructor(services: ThrowAwayServices) {
    this.#services = services;
  }

  /** `archiveTimeoutSeconds`: nothing waits longer than this to be archived. */
  static async start(services: ThrowAwayServices, archiveTimeoutSeconds: number): Promise<BackedUpServices> {
    const backedUp = new BackedUpServices(services);
    // Postgres runs under an account of its own, which may not see the repository.
    await cp(scripts, backedUp.#scripts, { recursive: true });
    await chmod(backedUp.#scripts, 0o755);
    await mkdir(backedUp.folder, { recursive: true });
    if (process.getuid?.() === 0) await run('chown', ['postgres:', backedUp.folder]);
    for (const [name, value] of [
      ['archive_mode', 'on'],
      ['archive_command', `"${backedUp.#scripts}/archive-wal" "%p" "${backedUp.folder}/wal/%f"`],
      ['archive_timeout', String(archiveTimeoutSeconds)],
    ]) {
      await backedUp.query(`ALTER SYSTEM SET ${name} = ${pg.escapeLiteral(value ?? '')}`);
    }
    await backedUp.shutDown();
    await services.restartPostgres();
    return backedUp;
  }

  get folder(): string {
    return join(this.#services.current.dir, 'backup');
  }

  get dataDirectory(): string {
    return join(this.#services.current.dir, 'postgres', 'data');
  }

  get #scripts(): string {
    return join(this.#services.current.dir, 'backup-scripts');
  }

  async baseBackup(): Promise<string> {
    return (await this.#script('base-backup', this.folder, this.#services.current.databaseUrl)).trim();
  }

  expire(days: number): Promise<string> {
    return this.#script('expire', this.folder, String(days));
  }

  /** As an operator stops it: what is in the log is archived first. */
  async shutDown(): Promise<void> {
    const { postgresPid } = this.#services.current;
    process.kill(postgresPid, 'SIGINT');
    while (isAlive(readProcess(postgresPid))) await delay(20);
  }

  /** kill -9 and the disk is gone, with whatever was not archived. */
  async loseDisk(): Promise<void> {
    await this.#services.killPostgres();
    await rm(this.dataDirectory, { recursive: true, maxRetries: 20, retryDelay: 50 });
    if (await exists(this.dataDirectory)) throw new Error('the data directory is still there');
  }

  async removeData(): Promise<void> {
    await rm(this.dataDirectory, { recursive: true });
  }

  /** Returns once the restored server takes writes. */
  async restore(moment?: Date): Promise<void> {
    const to = moment === undefined ? [] : [moment.toISOString()];
    await this.#script('restore', this.folder, this.dataDirectory, ...to);
    await this.#services.restartPostgres();
    const isInRecovery = async () =>
      (await this.query('SELECT pg_is_in_recovery() AS recovering'))[0]?.recovering === true;
    try {
      while (await isInRecovery()) await delay(50);
    } catch (cause) {
      const log = await readFile(join(this.dataDirectory, '..', 'log'), 'utf8');
      throw new Error(`the restored server does not come up:\n${log.slice(-2_000)}`, { cause });
    }
  }

  async query(sql: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.#services.current.databaseUrl });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async #script(name: string, ...args: string[]): Promise<string> {
    const command = [join(this.#scripts, name), ...args];
    const asServerUser = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    const [file = '', ...rest] = asServerUser;
    return (await run(file, rest, { cwd: '/' })).stdout;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
