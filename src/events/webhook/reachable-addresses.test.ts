import { describe, expect, test } from 'vitest';
import { addressRule } from './reachable-addresses.ts';

/** Each of them leads into a private network, to the machine itself, or nowhere. */
const closed = [
  // This machine, in every form.
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:127.0.0.1',
  '::127.0.0.1',
  '::7f00:1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::7f00:1',
  // Private networks, and what stands for them.
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.255.255',
  '::ffff:10.0.0.1',
  '::ffff:c0a8:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::10.0.0.1',
  'fc00::1',
  'fd00::1',
  'fdff:ffff::1',
  'fec0::1',
  // Link-local, metadata services.
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '::ffff:169.254.169.254',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fd00:ec2::254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  // Carrier-grade NAT.
  '100.64.0.1',
  '100.127.255.255',
  // Documentation, benchmarks, protocols.
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '192.88.99.1',
  '2001:db8::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '3fff::1',
  '5f00::1',
  '100::1',
  // Tunnels carry private addresses: 6to4 and Teredo.
  '2002:7f00:1::1',
  '2002:a00:1::1',
  '2002:c0a8:1::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  // Multicast, reserved, broadcast.
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  'ff02::1',
  'ff0e::1',
  '4000::1',
  'e000::1',
] as const;

const open = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '3ffe::1',
  // The same machines behind NAT64, and in the form of a dual-stack socket.
  '64:ff9b::8.8.8.8',
  '::ffff:8.8.8.8',
] as const;

describe('without networks of the operator', () => {
  const mayReach = addressRule([]);
  test.each(closed)('%s is closed', (address) => expect(mayReach(address)).toBe(false));
  test.each(open)('%s is open', (address) => expect(mayReach(address)).toBe(true));
  test.each(['', 'localhost', '10.1', '0x7f000001', '2130706433', '1.1.1.1%eth0', '[::1]', '1.1.1.1.'])(
    '%j is no address',
    (text) => expect(mayReach(text)).toBe(false),
  );
});

test('a network that the operator allows is open, in every form of its addresses, and no other', () => {
  const mayReach = addressRule(['10.1.0.0/16', 'fd12::/16']);
  for (const address of [
    '10.1.2.3',
    '::ffff:10.1.2.3',
    '::ffff:a01:203',
    '64:ff9b::10.1.2.3',
    'fd12::1',
    '8.8.8.8',
  ])
    expect(mayReach(address), address).toBe(true);
  for (const address of ['10.2.0.1', '::ffff:10.2.0.1', 'fd13::1', '127.0.0.1', '::1', 'fd12::1%eth0'])
    expect(mayReach(address), address).toBe(false);
});
