import { expect, test } from 'vitest';
import { isNetwork, networkMatcher } from './networks.ts';

test.each(['192.0.2.1', '10.0.0.0/8', '::1', 'fd00::/8'])('%s is a network', (text) => {
  expect(isNetwork(text)).toBe(true);
});

test.each(['', 'localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8x', '10.0.0.0/8/9', '*'])(
  '"%s" is not',
  (text) => {
    expect(isNetwork(text)).toBe(false);
  },
);

test.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['11.0.0.1', false],
  ['fd00::5', true],
  ['fe80::5%eth0', true],
  ['2001:db8::1', false],
  ['unknown', false],
  ['', false],
])('whether %s is in a listed network: %s', (address, isInside) => {
  expect(networkMatcher(['10.0.0.0/8', 'fd00::/8', 'fe80::/10'])(address)).toBe(isInside);
});
