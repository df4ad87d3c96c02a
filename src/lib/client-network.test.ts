import { expect, test } from 'vitest';
import { clientNetwork } from './client-network.ts';

test('an IPv4 address is a network of its own, in every form in which it is shown', () => {
  for (const form of [
    '192.0.2.1',
    '::ffff:192.0.2.1',
    '::FFFF:192.0.2.1',
    '::ffff:c000:201',
    '0:0:0:0:0:ffff:c000:0201',
    '64:ff9b::192.0.2.1',
    '64:ff9b::c000:201',
    '::ffff:192.0.2.1%eth0',
  ]) {
    expect(clientNetwork(form), form).toBe('192.0.2.1');
  }
  expect(clientNetwork('::ffff:192.0.2.2')).not.toBe(clientNetwork('::ffff:192.0.2.1'));
});

test('IPv6 addresses of one /64 are one network, however they are written', () => {
  for (const form of [
    '2001:db8:1:2::1',
    '2001:DB8:1:2:ffff:ffff:ffff:ffff',
    '2001:0db8:0001:0002:0:0:0:1',
    '2001:db8:1:2::192.0.2.1',
  ]) {
    expect(clientNetwork(form), form).toBe('2001:db8:1:2::/64');
  }
  expect(clientNetwork('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
  expect(clientNetwork('::1')).toBe('0:0:0:0::/64');
  expect(clientNetwork('fe80::1%eth0')).toBe(clientNetwork('fe80::2%eth1'));
  expect(clientNetwork('1::2:3:4:5:6:7')).toBe('1:0:2:3::/64');
});

test('prefixes that only look like those of IPv4 are IPv6', () => {
  expect(clientNetwork('64:ff9b:1::c000:201')).toBe('64:ff9b:1:0::/64');
  expect(clientNetwork('1::ffff:192.0.2.1')).toBe('1:0:0:0::/64');
  expect(clientNetwork('::192.0.2.1')).toBe('0:0:0:0::/64');
});

test('anything else stays as it is', () => {
  for (const other of ['unknown', '', '999.1.1.1', '1:2', 'a%b']) expect(clientNetwork(other)).toBe(other);
});
