import { once } from 'node:events';
import { createServer } from 'node:net';
import { InvalidArgumentError } from 'commander';
import type { Finding } from '../examine.ts';

/** Accepts `127.0.0.1:8080`, `translate.internal:8080` or `[::]:8080`. */
export function splitAddress(value: string): { host: string; port: string } {
  const parts = /^(?:\[(?<v6>[\da-f:.]+)\]|(?<name>[^\s:[\]/]+)):(?<port>\d{1,5})$/i.exec(value)?.groups;
  if (parts?.port === undefined) {
    throw new InvalidArgumentError(`An address is host:port, such as 127.0.0.1:8080, not "${value}".`);
  }
  return { host: parts.v6 ?? parts.name ?? '', port: parts.port };
}

const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program listens there. Stop it, or choose another port.',
  EADDRNOTAVAIL: 'This machine has no such address. Choose one that `ip address` shows, or 0.0.0.0 for all.',
  EACCES: 'Ports below 1024 are for root. Choose a higher one, and let a proxy listen on 443.',
};

/** Checks whether this account could listen on the address. */
export async function examineAddress(address: string): Promise<Finding> {
  const { host, port } = splitAddress(address);
  const server = createServer();
  try {
    server.listen({ host, port: Number(port) });
    await once(server, 'listening');
    return { check: 'listener', ok: true, detail: address };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const remedy = remedies[code ?? ''] ?? 'Choose another address.';
    return { check: 'listener', ok: false, detail: `cannot listen on ${address}: ${message}`, remedy };
  } finally {
    server.close();
  }
}
