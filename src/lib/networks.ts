import { BlockList, isIP, isIPv6 } from 'node:net';

/** Whether a text is an address or a network: `192.0.2.1`, `10.0.0.0/8`, `fd00::/8`. */
export function isNetwork(text: string): boolean {
  return addNetwork(new BlockList(), text);
}

/** Returns a function that finds out whether an address is in one of the networks. */
export function networkMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) addNetwork(list, network);
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
  };
}

/** A dual-stack listener shows an IPv4 client as `::ffff:192.0.2.1`; the zone after `%` names an interface. */
function plainAddress(address: string): string {
  const [plain = ''] = address.split('%', 1);
  return isIPv6(plain) && /^::ffff:[\d.]+$/i.test(plain) ? plain.slice('::ffff:'.length) : plain;
}

function addNetwork(list: BlockList, network: string): boolean {
  const [address = '', prefix, ...more] = network.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  if (prefix === undefined) {
    list.addAddress(address, familyOf(address));
    return true;
  }
  try {
    list.addSubnet(address, Number(prefix), familyOf(address));
    return /^\d+$/.test(prefix);
  } catch {
    return false;
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
