/** What people send to sign in: the CBOR and JSON of a passkey, and codes. It is read on the main thread. */
import { createHash } from 'node:crypto';
import { hashRecoveryCode } from '../../../src/accounts/second-factor/recovery-codes.ts';
import { stepOf } from '../../../src/accounts/second-factor/totp.ts';
import {
  signedChallenge,
  verifyAssertion,
  verifyRegistration,
} from '../../../src/accounts/second-factor/webauthn.ts';
import { attestationNone, registration } from '../../support/software-authenticator.ts';
import type { Target } from '../target.ts';

const party = { id: 'localhost', origin: 'http://localhost' };
const user = { id: '00000000-0000-4000-8000-000000000000' };
const challenge = 'a'.repeat(43);
const credentialId = 'AAAA';

/** A character of the input is a byte. */
const bytesOf = (value: string) => Buffer.from(value, 'latin1');
const clientData = (type: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin: party.origin, crossOrigin: false }));

const flags = { presentAndVerified: 0x05, key: 0x40, extensions: 0x80 };

/** Right up to what follows: the host, the flags, the counter. */
const authenticatorData = (more: number, ...parts: readonly Buffer[]) =>
  Buffer.concat([
    createHash('sha256').update(party.id).digest(),
    Buffer.from([flags.presentAndVerified | more, 0, 0, 0, 1]),
    ...parts,
  ]);
/** The make, and the ID with its length. */
const beforeKey = Buffer.concat([
  Buffer.alloc(16),
  Buffer.from([0, 3]),
  Buffer.from(credentialId, 'base64url'),
]);
const create = (attestationObject: Buffer) =>
  verifyRegistration(
    party,
    challenge,
    registration(Buffer.from(credentialId, 'base64url'), clientData('webauthn.create'), {
      attestationObject,
    }),
  );
/** What is left of 3,000 bytes beside the parts of an attestation that are right. */
const roomForKey = 2_880;

const credential = {
  credentialId: Buffer.from(credentialId, 'base64url'),
  publicKey: Buffer.from('a0', 'hex'),
  counter: 0,
  transports: [],
};

/** Each with as much as its schema lets through (`passkey-shapes.ts`, `shapes.ts`). */
const readers: Readonly<Record<string, (value: string) => unknown>> = {
  attestation: (value) => create(bytesOf(value.slice(0, 3_000))),
  key: (value) =>
    create(attestationNone(authenticatorData(flags.key, beforeKey, bytesOf(value.slice(0, roomForKey))))),
  extensionsWithoutKey: (value) =>
    create(attestationNone(authenticatorData(flags.extensions, bytesOf(value.slice(0, roomForKey))))),
  extensions: (value) =>
    verifyAssertion(party, challenge, user, credential, {
      id: credentialId,
      response: {
        clientDataJSON: clientData('webauthn.get').toString('base64url'),
        authenticatorData: authenticatorData(flags.extensions, bytesOf(value.slice(0, 1_463))).toString(
          'base64url',
        ),
        signature: 'AAAA',
      },
    }),
  clientData: (value) => signedChallenge(bytesOf(value.slice(0, 1_500)).toString('base64url')),
  code: (value) => [
    stepOf(credential.credentialId, value.slice(0, 100), 0),
    hashRecoveryCode(user.id, value.slice(0, 100)),
  ],
};

export const signingIn: Target = {
  name: 'signing-in',
  fields: ['value'],
  vocabulary: [
    // CBOR: maps, arrays, texts and bytes of several lengths, tags, lengths that are left open, numbers.
    '\u00a0',
    '\u00a1',
    '\u00a3',
    '\u00bf',
    '\u00b9\u00ff\u00ff',
    '\u0080',
    '\u0081',
    '\u009f',
    '\u00ff',
    '\u0060',
    '\u0063fmt',
    '\u0064none',
    '\u0066packed',
    '\u0067attStmt',
    '\u0068authData',
    '\u0040',
    '\u0058\u00a4',
    '\u005b\u0000\u0000\u0000\u0000\u00ff\u00ff\u00ff\u00ff',
    '\u00c0',
    '\u00d9\u00d9\u00f7',
    '\u00f6',
    '\u00fb',
    '\u0000',
    '\u0020',
    // JSON, and codes.
    '{"',
    '":',
    '"challenge":"',
    '[',
    '"',
    '\\u0000',
    ',',
    '1',
    '-',
    ' ',
    'abcd-',
  ],
  options: { reader: Object.keys(readers) },
  maxSize: 3_000,
  bounds: { sliceMs: 20, cpuMs: 20 },
  prepare({ value = '' }, { reader = 'attestation' }) {
    const read = readers[reader] ?? String;
    return () => read(value);
  },
};
