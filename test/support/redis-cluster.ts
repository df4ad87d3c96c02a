/** A Redis Cluster of three masters of the test file's own, from the installed redis-server, to be killed in parts. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

export interface RedisCluster {
  /** All nodes, as REDIS_URL takes them. */
  readonly url: string;
  readonly ports: readonly number[];
  readonly pids: readonly number[];
  /** Of the first master, where one was asked for. */
  readonly replicaPort: number;
  /** kill -9 of the server at this port; returns once it is gone. */
  kill(port: number): Promise<void>;
  /** Starts a killed one again: empty, but it knows its place. */
  restart(port: number): Promise<void>;
  /** What the server at this port says to a command; nothing, when it doesn't answer. */
  cli(port: number, ...args: string[]): Promise<string>;
  /** The master that owns the slot of this key, as the server at `seenFrom` knows it. */
  ownerOf(key: string, seenFrom: number): Promise<number>;
  stop(): Promise<void>;
}

const mastersCount = 3;

export async function startRedisCluster({
  withReplica = false,
  nodeTimeoutMs = 60_000,
} = {}): Promise<RedisCluster> {
  const dir = await mkdtemp(join(tmpdir(), 'dragoman-test-cluster-'));
  const all = await freePorts(mastersCount + (withReplica ? 1 : 0));
  const ports = all.slice(0, mastersCount);
  const [firstPort = 0, replicaPort = 0] = [ports[0], all[mastersCount]];
  const servers = new Map(all.map((port) => [port, startNode(port, dir, nodeTimeoutMs)]));
  try {
    await Promise.all(all.map((port) => until(async () => (await cli(port, 'ping')) === 'PONG')));
    const addresses = ports.map((port) => `127.0.0.1:${port}`);
    await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes']);
    await Promise.all(
      ports.map((port) =>
        until(async () => (await cli(port, 'cluster', 'info')).includes('cluster_state:ok')),
      ),
    );
    if (withReplica) await addReplica(firstPort, replicaPort);
  } catch (error) {
    await stopAll(servers.values(), dir);
    throw error;
  }
  return {
    url: ports.map((port) => `redis://127.0.0.1:${port}`).join(','),
    ports,
    pids: ports.map((port) => servers.get(port)?.pid ?? 0),
    replicaPort,
    async kill(port) {
      const server = servers.get(port);
      if (server !== undefined) await end(server);
    },
    async restart(port) {
      servers.set(port, startNode(port, dir, nodeTimeoutMs));
      await until(async () => (await cli(port, 'ping')) === 'PONG');
    },
    cli,
    ownerOf,
    stop: () => stopAll(servers.values(), dir),
  };
}

async function addReplica(masterPort: number, port: number): Promise<void> {
  const masterId = await cli(masterPort, 'cluster', 'myid');
  await cli(port, 'cluster', 'meet', '127.0.0.1', String(masterPort), String(masterPort + 1));
  await until(async () => (await cli(port, 'cluster', 'replicate', masterId)) === 'OK');
  await until(async () => (await cli(port, 'info', 'replication')).includes('master_link_status:up'));
  // Its master, which is to be killed, need not know of it: the others have to, to elect it.
  await until(async () => (await cli(port, 'cluster', 'info')).includes('cluster_state:ok'));
}

async function ownerOf(key: string, seenFrom: number): Promise<number> {
  const slot = Number(await cli(seenFrom, 'cluster', 'keyslot', key));
  const nodes = (await cli(seenFrom, 'cluster', 'nodes')).split('\n').map((line) => line.split(' '));
  const owner = nodes.find(([, , flags = '', , , , , , ...ranges]) => {
    const owns = ranges.map((range) => range.split('-').map(Number));
    return !flags.includes('fail') && owns.some(([from = -1, to = from]) => from <= slot && slot <= to);
  });
  return Number(/:(\d+)/.exec(owner?.[1] ?? '')?.[1]);
}

function startNode(port: number, dir: string, nodeTimeoutMs: number): ChildProcess {
  const settings = {
    port,
    bind: '127.0.0.1',
    dir,
    save: '',
    appendonly: 'no',
    'cluster-enabled': 'yes',
    'cluster-config-file': `nodes-${port}.conf`,
    'cluster-port': port + 1,
    'cluster-node-timeout': nodeTimeoutMs,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return spawn('redis-server', args, { stdio: 'ignore' });
}

async function stopAll(servers: Iterable<ChildProcess>, dir: string): Promise<void> {
  await Promise.all([...servers].map(end));
  await rm(dir, { recursive: true, force: true });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await exited;
}

async function cli(port: number, ...args: string[]): Promise<string> {
  const { stdout } = await run('redis-cli', ['-p', String(port), ...args]).catch(() => ({ stdout: '' }));
  return stdout.trim();
}

/** Ports whose successor is free as well: a node's second one, for the other nodes. */
async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const [port, next] = [await freePort(), await freePort()];
    if (next === port + 1) ports.push(port);
  }
  return ports;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 3_000; tries++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the Redis Cluster did not get ready');
}
