import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config/config.ts';
import type { Finding } from './examine.ts';

/** Whether `serve` can listen where it is configured to. A port on which Dragoman itself answers is as it should be. */
export async function examinePorts(config: Config): Promise<Finding[]> {
  const { publicHost, consoleHost, opsHost, dialects } = config;
  const listeners = [
    { setting: 'DRAGOMAN_PUBLIC_PORT', host: publicHost, port: config.publicPort, path: '/health' },
    { setting: 'DRAGOMAN_CONSOLE_PORT', host: consoleHost, port: config.consolePort, path: '/' },
    { setting: 'DRAGOMAN_OPS_PORT', host: opsHost, port: config.opsPort, path: '/live' },
    ...(dialects
      ? [{ setting: 'DRAGOMAN_DIALECTS_PORT', host: dialects.host, port: dialects.port, path: '/health' }]
      : []),
  ];
  const found = await Promise.all(listeners.map(examinePort));
  const problems = found.filter((finding) => finding !== undefined);
  if (problems.length > 0) return problems;
  const ports = listeners.map(({ port }) => port).join(', ');
  return [{ check: 'ports', ok: true, detail: `${ports}: free, or used by a running Dragoman` }];
}

interface Listener {
  readonly setting: string;
  readonly host: string;
  readonly port: number;
  readonly path: string;
}

async function examinePort({ setting, host, port, path }: Listener): Promise<Finding | undefined> {
  const error = await tryToListen(host, port);
  if (error === undefined) return undefined;
  const check = `port ${port}`;
  if (error.code === 'EADDRINUSE') {
    if (await isDragoman(host, port, path)) return undefined;
    const remedy = `Stop that program, or choose another port with ${setting}.`;
    return { check, ok: false, detail: 'Another program listens there.', remedy };
  }
  if (error.code === 'EADDRNOTAVAIL')
    return {
      check,
      ok: false,
      detail: `This machine does not have the address ${host}.`,
      remedy: `Set ${setting.replace('PORT', 'HOST')} to an address of this machine.`,
    };
  if (error.code === 'EACCES')
    return {
      check,
      ok: false,
      detail: 'This user may not listen there.',
      remedy: `Choose a port from 1024 with ${setting}, and put a proxy in front of it.`,
    };
  return { check, ok: false, detail: error.message, remedy: `Check ${setting}.` };
}

async function tryToListen(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  } finally {
    server.close();
  }
}

const answerTimeoutMs = 2_000;

/** Every response of every listener has this header. */
async function isDragoman(host: string, port: number, path: string): Promise<boolean> {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const name = reachable.includes(':') ? `[${reachable}]` : reachable;
  try {
    const answer = await fetch(`http://${name}:${port}${path}`, {
      signal: AbortSignal.timeout(answerTimeoutMs),
      redirect: 'manual',
    });
    await answer.body?.cancel();
    return answer.headers.has('x-request-id');
  } catch {
    return false;
  }
}
