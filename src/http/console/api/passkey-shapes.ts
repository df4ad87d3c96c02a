/**
 * What browsers send and get for passkeys, with the names of the WebAuthn standard. Sizes are bounded here: what they contain
 * is read on the main thread.
 */
import Type from 'typebox';
import { codeMember, passwordMember } from './shapes.ts';

/** Base64url of at most `bytes`. */
const base64url = (bytes: number) =>
  Type.String({ minLength: 1, maxLength: Math.ceil((bytes * 4) / 3), pattern: '^[A-Za-z0-9_-]+$' });

/** The standard allows no longer one. */
const credentialId = base64url(1_023);
/** The challenge, the address and a few words more; browsers add some that nobody expects. */
const clientDataJSON = base64url(1_500);

export const registrationMember = Type.Object({
  id: credentialId,
  response: Type.Object({
    clientDataJSON,
    // The largest key has 550 bytes. Certificates, which would need more, are not asked for.
    attestationObject: base64url(3_000),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })),
  }),
});

const assertionMember = Type.Object({
  id: credentialId,
  response: Type.Object({
    clientDataJSON,
    authenticatorData: base64url(1_500),
    signature: base64url(768),
    userHandle: Type.Optional(Type.Union([base64url(64), Type.Null()])),
  }),
});

/** Exactly one of them. */
export const answerMembers = { code: Type.Optional(codeMember), passkey: Type.Optional(assertionMember) };
/** The second factor only if it is on. */
export const provenMembers = { password: passwordMember, ...answerMembers };

const credential = Type.Object({
  type: Type.Literal('public-key'),
  id: Type.String(),
  transports: Type.Array(Type.String()),
});
const origin = Type.String({ description: 'The page must be at this address, or the browser refuses.' });

export const creationSchema = Type.Object({
  origin,
  options: Type.Object({
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    challenge: Type.String(),
    pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
    timeout: Type.Integer(),
    excludeCredentials: Type.Array(credential),
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('preferred'),
      userVerification: Type.Literal('required'),
    }),
    attestation: Type.Literal('none'),
  }),
});

export const questionSchema = Type.Object({
  origin,
  options: Type.Object({
    challenge: Type.String(),
    timeout: Type.Integer(),
    rpId: Type.String(),
    allowCredentials: Type.Array(credential),
    userVerification: Type.Literal('required'),
  }),
});
