/**
 * Which addresses a webhook may reach. Whoever may add a destination could otherwise have this server send requests into its own
 * network: to databases, to metadata services of clouds, to the consoles of routers. Everything is closed that is not a public
 * unicast address, whatever notation it comes in, unless the operator allows its network.
 */
import { isIPv4, isIPv6 } from 'node:net';
import { carriedIPv4 } from '../../lib/client-network.ts';
import { networkMatcher } from '../../lib/networks.ts';

/** https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast. */
const closedIPv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // Multicast, reserved, broadcast.
  '224.0.0.0/3',
  // Azure's platform services, on every virtual machine there.
  '168.63.129.16/32',
] as const;

/** All of IPv6 is closed but 2000::/3, and of that these: Teredo, benchmarks, ORCHID, documentation, 6to4. */
const openIPv6 = '2000::/3';
const closedIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'] as const;

const closed = networkMatcher([...closedIPv4, ...closedIPv6]);
const open = networkMatcher(['0.0.0.0/0', openIPv6]);

export type AddressRule = (address: string) => boolean;

/** `allowed`: networks that the operator opens for webhooks. */
export function addressRule(allowed: readonly string[]): AddressRule {
  const isAllowed = networkMatcher(allowed);
  return (address) => {
    // A zone names an interface of this machine.
    if (address.includes('%')) return false;
    // An IPv4 address in an IPv6 one reaches what the IPv4 address reaches.
    const target = carriedIPv4(address) ?? address;
    if (!isIPv4(target) && !isIPv6(target)) return false;
    return isAllowed(target) || (open(target) && !closed(target));
  };
}
