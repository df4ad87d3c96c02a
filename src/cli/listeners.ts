/** Where the processes listen, and what it means when they cannot. */
import type { Config } from '../config/config.ts';

export interface Listener {
  /** What `_HOST` and `_PORT` complete to the names of its settings. */
  readonly prefix: string;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** A path that it answers. */
  readonly path: string;
}

export function listenersOf(config: Config): Listener[] {
  const { publicHost, publicPort, consoleHost, consolePort, opsHost, opsPort, dialects, pathPrefix } = config;
  const health = `${pathPrefix}/health`;
  const all = [
    { prefix: 'DRAGOMAN_PUBLIC', name: 'API', host: publicHost, port: publicPort, path: health },
    { prefix: 'DRAGOMAN_CONSOLE', name: 'dashboard', host: consoleHost, port: consolePort, path: '/' },
    { prefix: 'DRAGOMAN_OPS', name: 'operations', host: opsHost, port: opsPort, path: '/live' },
  ];
  if (dialects === undefined) return all;
  const { host, port } = dialects;
  return [...all, { prefix: 'DRAGOMAN_DIALECTS', name: 'other dialects', host, port, path: health }];
}

export interface Trouble {
  readonly detail: string;
  readonly remedy: string;
}

/** A port that two listeners of this configuration share: `serve` could not open the second. */
export function sharedPorts(listeners: readonly Listener[]): (Trouble & { readonly port: number })[] {
  return listeners.flatMap((one, i) =>
    listeners
      .slice(i + 1)
      .filter(({ host, port }) => port !== 0 && port === one.port && overlap(host, one.host))
      .map(({ prefix, port }) => ({
        port,
        detail: `${one.prefix}_PORT and ${prefix}_PORT are both ${port}.`,
        remedy: `Choose another port with ${prefix}_PORT.`,
      })),
  );
}

function overlap(a: string, b: string): boolean {
  return a === b || isEvery(a) || isEvery(b);
}

const isEvery = (host: string) => host === '0.0.0.0' || host === '::';

/** Why one of `listeners` cannot listen; undefined for any other error. */
export function explainListening(error: unknown, listeners: readonly Listener[]): Trouble | undefined {
  const { code, syscall, port, address, hostname } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
    hostname?: string;
  };
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined;
  const host = address ?? hostname;
  const mine = listeners.filter((each) => (port === undefined ? each.host === host : each.port === port));
  const prefix = mine.find((each) => each.host === host)?.prefix ?? mine[0]?.prefix;
  if (prefix === undefined) return undefined;
  switch (code) {
    case 'EADDRINUSE':
      return (
        sharedPorts(listeners).find((shared) => shared.port === port) ?? {
          detail: `Port ${port} is taken: another program listens there.`,
          remedy: `Stop it, or choose another port with ${prefix}_PORT.`,
        }
      );
    case 'EADDRNOTAVAIL':
      return {
        detail: `This machine does not have the address ${host}.`,
        remedy: `Set ${prefix}_HOST to an address of this machine.`,
      };
    case 'EACCES':
      return {
        detail: `This user may not listen on port ${port}.`,
        remedy: `Choose a port from 1024 with ${prefix}_PORT, and put a proxy in front of it.`,
      };
    case 'ENOTFOUND':
      return {
        detail: `The host ${host} has no address.`,
        remedy: `Set ${prefix}_HOST to an address of this machine.`,
      };
    default:
      return undefined;
  }
}

/** A listener's address as seen from this machine. */
export function reachableUrl(listenHost: string, port: number, isSecure = false): string {
  const host = listenHost === '0.0.0.0' ? '127.0.0.1' : listenHost === '::' ? '::1' : listenHost;
  return `${isSecure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Where people open the dashboard. Browsers have passkeys at a host name, and not at an address. */
export function dashboardUrl({ signIn, consoleHost, consolePort }: Config): string {
  return (
    signIn.consoleUrl ??
    reachableUrl(consoleHost, consolePort).replace(/\/\/(127\.0\.0\.1|\[::1\]):/, '//localhost:')
  );
}
