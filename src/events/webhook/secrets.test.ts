import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { DataKeys } from '../../lib/data-keys.ts';
import { newSecret, showSecret, signatureOf, unwrapSecret, wrapSecret } from './secrets.ts';

const body = '{"text":"Grüße 👋"}';
const timestampSeconds = Math.floor(Date.now() / 1_000);
const signed = { id: 'event-1', timestampSeconds, body };
const headers = (signature: string) => ({
  'webhook-id': signed.id,
  'webhook-timestamp': String(timestampSeconds),
  'webhook-signature': signature,
});

test('the reference library accepts the signature, by either secret of a rotation, and signs the same', () => {
  const [secret, older, other] = [newSecret(), newSecret(), newSecret()];
  const signature = signatureOf(signed, [secret, older]);
  const verify = (by: Buffer, given = signature, text = body) =>
    new Webhook(showSecret(by)).verify(text, headers(given));
  expect(verify(secret)).toEqual({ text: 'Grüße 👋' });
  expect(verify(older)).toEqual({ text: 'Grüße 👋' });
  expect(() => verify(other)).toThrow();
  expect(() => verify(secret, signature, `${body} `)).toThrow();
  const reference = new Webhook(showSecret(secret)).sign(signed.id, new Date(timestampSeconds * 1_000), body);
  expect(signatureOf(signed, [secret])).toBe(reference);
});

test('a wrapped secret opens for its destination alone', () => {
  const keys = new DataKeys(randomBytes(32));
  const secret = newSecret();
  const wrapped = wrapSecret(keys, secret, 'a');
  expect(unwrapSecret(keys, wrapped, 'a')).toEqual(secret);
  expect(unwrapSecret(keys, wrapped, 'b')).toBeUndefined();
  expect(wrapped.includes(secret)).toBe(false);
});
