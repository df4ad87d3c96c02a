/** The addresses that a registry's list and its files may have. */
import { ModelError } from '../../../lib/model-failures.ts';

/** Without TLS, anybody on the way could replace the files and their hashes together. */
export function requireSafeAddress(url: string): void {
  const { protocol, hostname } = parse(url);
  const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol === 'https:' || (protocol === 'http:' && isThisMachine)) return;
  throw new ModelError(
    'registry',
    `${url} is an address that models cannot be downloaded from safely.`,
    'Use https, or a folder. Plain http is allowed only for this machine.',
  );
}

/**
 * The address that a list names for its files, without slashes at its end. A list from elsewhere must not make
 * this machine call its own services.
 */
export function safeFilesAddress(named: string, list: string): string {
  const base = withoutTrailingSlashes(named);
  requireSafeAddress(base);
  if (!isLoopback(parse(base).hostname) || isLoopback(parse(list).hostname)) return base;
  throw new ModelError(
    'registry',
    `The registry at ${list} names ${base} as the address of its files, which is on this machine.`,
    'Use another registry.',
  );
}

/** A pattern would take quadratic time for an address that is mostly slashes. */
function withoutTrailingSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end--;
  return address.slice(0, end);
}

function parse(url: string): { protocol: string; hostname: string } {
  return URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
}

/** Every way to write an address of this machine; `URL` has brought numbers into their usual form. */
function isLoopback(hostname: string): boolean {
  return (
    /(^|\.)localhost\.?$/.test(hostname) ||
    /^(127(\.\d+){3}|0\.0\.0\.0)$/.test(hostname) ||
    /^\[::(1|ffff:(7f[0-9a-f]{2}:[0-9a-f]+|0:0))?\]$/.test(hostname)
  );
}
