import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network that identifies a client wherever clients are counted. An IPv4 address is one client, also in
 * the IPv6 forms in which dual-stack listeners and NAT64 show it. Other IPv6 addresses count by their /64,
 * because a client can use every address in it.
 */
export function clientNetwork(address: string): string {
  // The zone names an interface of this machine, not a client.
  const [plain = ''] = address.split('%', 1);
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  return carriesIPv4(groups) ? dotted(groups.slice(6)) : `${toHex(groups.slice(0, 4))}::/64`;
}

/** The IPv4 address that an IPv6 address stands for: IPv4-mapped, or behind NAT64. Undefined for every other address. */
export function carriedIPv4(address: string): string | undefined {
  if (!isIPv6(address)) return undefined;
  const groups = groupsOf(address);
  return carriesIPv4(groups) ? dotted(groups.slice(6)) : undefined;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail = ''] = address.split('::', 2).map((part) => withoutDots(part));
  const first = head.split(':').filter(Boolean);
  const last = tail.split(':').filter(Boolean);
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16));
}

/** `::ffff:192.0.2.1` → `::ffff:c000:201` */
function withoutDots(part: string): string {
  return part.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
    return toHex([a * 256 + b, c * 256 + d]);
  });
}

/** The first 96 bits of IPv4-mapped addresses (RFC 4291) and of the well-known NAT64 prefix (RFC 6052). */
const prefixesOfIPv4 = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']);

function carriesIPv4(groups: readonly number[]): boolean {
  return prefixesOfIPv4.has(toHex(groups.slice(0, 6)));
}

function dotted(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 255]).join('.');
}

function toHex(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(':');
}
