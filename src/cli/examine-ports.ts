import { once } from 'node:events';
import { get as getPlainly, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';
import { createServer } from 'node:net';
import type { Config } from '../config/config.ts';
import type { Finding } from './examine.ts';
import {
  explainListening,
  type Listener,
  listenersOf,
  reachableUrl,
  sharedPorts,
  type Trouble,
} from './listeners.ts';

/** Whether `serve` can listen where it is configured to. A port on which Dragoman itself answers is as it should be. */
export async function examinePorts(config: Config): Promise<Finding[]> {
  const listeners = listenersOf(config);
  const shared = sharedPorts(listeners).map(({ port, detail, remedy }) => problem(port, { detail, remedy }));
  const found = await Promise.all(listeners.map((listener) => examinePort(listener)));
  const problems = [...shared, ...found.filter((finding) => finding !== undefined)];
  if (problems.length > 0) return problems;
  const ports = listeners.map(({ port }) => port).join(', ');
  return [{ check: 'ports', ok: true, detail: `${ports}: free, or used by a running Dragoman` }];
}

function problem(port: number, { detail, remedy }: Trouble): Finding {
  return { check: `port ${port}`, ok: false, detail, remedy };
}

async function examinePort(listener: Listener): Promise<Finding | undefined> {
  const { prefix, host, port } = listener;
  const error = await tryToListen(host, port);
  if (error === undefined) return undefined;
  if (error.code === 'EADDRINUSE' && (await isDragoman(listener))) return undefined;
  const usual = { detail: error.message, remedy: `Check ${prefix}_HOST and ${prefix}_PORT.` };
  return problem(port, explainListening(error, [listener]) ?? usual);
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

/** Every response of every listener has an id of this kind. Other programs have ids of other kinds in the same header. */
const ownRequestId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;

/** The running server may still have the other protocol than the configuration, which it reads at its next start. */
async function isDragoman({ host, port, path }: Listener): Promise<boolean> {
  const answers = await Promise.all(
    [false, true].map((isSecure) => ask(reachableUrl(host, port, isSecure) + path).catch(() => undefined)),
  );
  return answers.some(
    (headers) =>
      ownRequestId.test(String(headers?.['x-request-id'])) &&
      headers?.['x-content-type-options'] === 'nosniff',
  );
}

/** Sends nothing secret. The certificate is not for the address of this machine, so any is accepted. */
async function ask(url: string): Promise<IncomingHttpHeaders> {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const get = url.startsWith('https:') ? getSecurely : getPlainly;
  const request = get(url, { signal, agent: false, rejectUnauthorized: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.destroy();
  return answer.headers;
}
