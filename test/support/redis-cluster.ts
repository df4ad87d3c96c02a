/** A Redis Cluster of three masters of the test file's own, from the installed redis-server. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface RedisCluster {
  /** All nodes, as REDIS_URL takes them. */
  readonly url: string;
  readonly ports: readonly number[];
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

export async function startRedisCluster(): Promise<RedisCluster> {
  const dir = await mkdtemp(join(tmpdir(), 'dragoman-test-cluster-'));
  const ports = await freePorts(3);
  const servers = ports.map((port) => startNode(port, dir));
  try {
    await Promise.all(ports.map((port) => until(async () => (await cli(port, 'ping')) === 'PONG')));
    const addresses = ports.map((port) => `127.0.0.1:${port}`);
    await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes']);
    await Promise.all(
      ports.map((port) =>
        until(async () => (await cli(port, 'cluster', 'info')).includes('cluster_state:ok')),
      ),
    );
  } catch (error) {
    await stopAll(servers, dir);
    throw error;
  }
  return {
    url: ports.map((port) => `redis://127.0.0.1:${port}`).join(','),
    ports,
    pids: servers.map((server) => server.pid ?? 0),
    stop: () => stopAll(servers, dir),
  };
}

function startNode(port: number, dir: string): ChildProcess {
  const settings = {
    port,
    bind: '127.0.0.1',
    dir,
    save: '',
    appendonly: 'no',
    'cluster-enabled': 'yes',
    'cluster-config-file': `nodes-${port}.conf`,
    'cluster-port': port + 1,
    'cluster-node-timeout': 2_000,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return spawn('redis-server', args, { stdio: 'ignore' });
}

async function stopAll(servers: readonly ChildProcess[], dir: string): Promise<void> {
  await Promise.all(
    servers.map((server) => {
      if (server.exitCode !== null || server.signalCode !== null) return undefined;
      const exited = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      return exited;
    }),
  );
  await rm(dir, { recursive: true, force: true });
}

async function cli(port: number, ...args: string[]): Promise<string> {
  const { stdout } = await run('redis-cli', ['-p', String(port), ...args]).catch(() => ({ stdout: '' }));
  return stdout.trim();
}

/** Ports whose successor is free as well: a node's second one, for the other nodes. */
async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = await listenOnce(0);
    if (
      port < 65_000 &&
      !ports.includes(port + 1) &&
      !ports.includes(port - 1) &&
      (await listenOnce(port + 1))
    ) {
      ports.push(port);
    }
  }
  return ports;
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
    server.on('error', () => resolve(0));
  });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the Redis Cluster did not get ready');
}
