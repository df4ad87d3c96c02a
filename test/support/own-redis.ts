/** A Redis server of a test's own, to be killed, stopped, filled and emptied. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { endWithWorker } from './end-with-worker.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

export class OwnRedis {
  readonly port: number;
  #server: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<OwnRedis> {
    const redis = new OwnRedis(await freePort());
    await redis.restart();
    return redis;
  }

  /** On the same port, with nothing in it. */
  async restart(): Promise<void> {
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.#server = spawn('redis-server', settings, { stdio: 'ignore', cwd: '/tmp' });
    endWithWorker(this.#server);
    for (let tries = 0; tries < 3_000; tries++) {
      if ((await this.cli('ping').catch(() => '')) === 'PONG') return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('Redis did not start');
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#server?.kill(signal);
  }

  /** kill -9; returns once it is gone. */
  async kill(): Promise<void> {
    const server = this.#server;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exited = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await exited;
  }

  async cli(...args: string[]): Promise<string> {
    const { stdout } = await run('redis-cli', ['-p', String(this.port), ...args], { timeout: 60_000 });
    return stdout.trim();
  }
}
