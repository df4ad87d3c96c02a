import { BlockList } from 'node:net';
import type { Config } from '../config/config.ts';
import type { Finding } from './examine.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Warns when the console is reachable from other machines but no trusted proxy is configured. */
export function examineProxies({ consoleHost, trustedProxies }: Config): Finding[] {
  const family = consoleHost.includes(':') ? 'ipv6' : 'ipv4';
  const isLocal = consoleHost === 'localhost' || loopback.check(consoleHost, family);
  if (isLocal || trustedProxies.length > 0) return [];
  return [
    {
      check: 'proxies',
      ok: true,
      isWarning: true,
      detail: `no proxy is trusted, and the console listens on ${consoleHost}`,
      remedy:
        'If a proxy is in front of it, set DRAGOMAN_TRUSTED_PROXIES to its address as this node sees it. Until then, all clients behind it count as one.',
    },
  ];
}
