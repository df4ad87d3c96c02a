/** One database machine: etcd, and a Patroni with its Postgres, which can be killed or frozen together. */
import type { ChildProcess } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, readProcess, readProcesses, signal } from '../../../support/process-table.ts';
import {
  addressOf,
  certificatesOf,
  etcdEnvironment,
  type NodeName,
  type Place,
  patroniEnvironment,
  patroniFile,
} from './example-files.ts';
import { serverAccount, startAsServer, untilGone } from './own-process.ts';

export class PatroniNode {
  readonly name: NodeName;
  readonly address: string;
  readonly #place: Place;
  readonly #folder: string;
  #etcd: ChildProcess | undefined;
  #patroni: ChildProcess | undefined;

  constructor(place: Place, name: NodeName) {
    this.name = name;
    this.address = addressOf(place, name);
    this.#place = place;
    this.#folder = join(place.folder, name);
  }

  /** Its folder, with the configuration and the certificates. */
  prepare(): void {
    mkdirSync(this.#folder, { mode: 0o700 });
    const certificates = certificatesOf(this.#place);
    writeFileSync(join(this.#folder, 'patroni.yml'), patroniFile(this.#place, this.name));
    copyFileSync(join(certificates, 'ca.crt'), join(this.#folder, 'ca.crt'));
    for (const ending of ['crt', 'key'])
      copyFileSync(join(certificates, `${this.name}.${ending}`), join(this.#folder, `node.${ending}`));
    const account = serverAccount();
    if (account === undefined) return;
    for (const file of ['', 'ca.crt', 'node.crt', 'node.key', 'patroni.yml'])
      chownSync(join(this.#folder, file), account.uid, account.gid);
  }

  startEtcd(): void {
    this.#etcd = startAsServer({
      command: ['etcd'],
      env: etcdEnvironment(this.#place, this.name),
      folder: this.#folder,
      logFile: join(this.#folder, 'etcd.log'),
    });
  }

  startPatroni(): void {
    this.#patroni = startAsServer({
      command: ['patroni', join(this.#folder, 'patroni.yml')],
      env: patroniEnvironment(this.#place, this.name),
      folder: this.#folder,
      logFile: join(this.#folder, 'patroni.log'),
    });
  }

  /** kill -9 of Patroni and of every process of its Postgres; returns once they are gone. */
  async kill(): Promise<void> {
    const pids = this.#processes();
    for (const pid of pids) signal(pid, 'SIGKILL');
    await untilGone(pids);
  }

  /** Stops Patroni and every process of its Postgres where they are; to others they look as if the network was gone. */
  freeze(): void {
    // The one that makes more of them first, so that the list of its children is complete.
    const postmaster = this.#postmaster();
    if (postmaster !== undefined) signal(postmaster, 'SIGSTOP');
    for (const pid of this.#processes()) signal(pid, 'SIGSTOP');
  }

  /** Postgres first: the moment until Patroni wakes up too is the one when a former leader could do harm. */
  thaw(): void {
    const [patroni, ...postgres] = this.#processes();
    for (const pid of postgres) signal(pid, 'SIGCONT');
    if (patroni !== undefined) signal(patroni, 'SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    this.#etcd?.kill('SIGKILL');
    if (this.#etcd?.pid !== undefined) await untilGone([this.#etcd.pid]);
  }

  /** The end of what Patroni wrote. */
  log(lines = 60): string {
    return readFileSync(join(this.#folder, 'patroni.log'), 'utf8').split('\n').slice(-lines).join('\n');
  }

  /** Patroni, then the postmaster and its children. */
  #processes(): number[] {
    const postmaster = this.#postmaster();
    const children = readProcesses().filter(({ parent }) => parent === postmaster);
    return [this.#patroni?.pid, postmaster, ...children.map(({ pid }) => pid)].filter(
      (pid) => pid !== undefined && isAlive(readProcess(pid)),
    ) as number[];
  }

  #postmaster(): number | undefined {
    try {
      const [pid, data] = readFileSync(join(this.#folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
      // A file that a killed one left may name a process of somebody else by now.
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return data !== undefined && command.includes(data) ? Number(pid) : undefined;
    } catch {
      return undefined;
    }
  }
}
