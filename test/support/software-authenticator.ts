/**
 * An authenticator in software, and the browser in front of it. It signs whatever it is told to, so that tests can send what
 * no browser would.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface CreationOptions {
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
  readonly challenge: string;
  readonly excludeCredentials: readonly { readonly id: string }[];
}

export interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
  readonly allowCredentials: readonly { readonly id: string }[];
}

/** How an answer differs from the right one. */
export interface Lie {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  readonly isPresent?: boolean;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  /** The ID in the answer, which need not be that of the key that signs. */
  readonly id?: string;
}

export interface SoftwareKey {
  readonly id: Buffer;
  readonly privateKey: KeyObject;
  readonly cose: Buffer;
  readonly rpId: string;
  readonly userHandle: string;
  counter: number;
}

export type Algorithm = 'ES256' | 'Ed25519' | 'RS256';

interface NewKey {
  readonly id?: Buffer;
  readonly algorithm?: Algorithm;
  /** The attestation is signed with this key, whose certificate it may have. Without it there is none. */
  readonly attestedBy?: 'itself' | { readonly privateKey: KeyObject; readonly certificate?: Buffer };
  /** In CBOR, behind the key. */
  readonly extensions?: Buffer;
  /** False: the authenticator does not count its signatures. */
  readonly isCounting?: boolean;
}

const flag = { present: 0x01, verified: 0x04, attested: 0x40, extended: 0x80 };

export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly keys: SoftwareKey[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Makes a key, and the answer that registers it. */
  create(options: CreationOptions, lie: Lie = {}, wanted: NewKey = {}) {
    const { id = randomBytes(32), isCounting = true, algorithm = 'ES256', attestedBy, extensions } = wanted;
    const { publicKey, privateKey } = newKeyPair(algorithm);
    const key: SoftwareKey = {
      id,
      privateKey,
      cose: coseOf(publicKey, algorithm),
      rpId: options.rp.id,
      userHandle: options.user.id,
      counter: isCounting ? 1 : 0,
    };
    this.keys.push(key);
    const clientData = this.#clientData('webauthn.create', options.challenge, lie);
    const flags = flag.attested | (extensions === undefined ? 0 : flag.extended);
    const authData = Buffer.concat([
      this.#authData(key, lie, flags),
      attested(key),
      extensions ?? Buffer.alloc(0),
    ]);
    if (attestedBy === undefined) return registration(key.id, clientData, { authData });
    const by = attestedBy === 'itself' ? { privateKey } : attestedBy;
    const signature = signed(authData, clientData, by.privateKey);
    const attestationObject = attestationPacked(authData, signature, by.certificate);
    return registration(key.id, clientData, { attestationObject });
  }

  /** Signs with the newest of the keys that are asked for, or with the given one. */
  get(options: RequestOptions, lie: Lie = {}, key = this.#keyFor(options)) {
    if (key.counter > 0) key.counter += 1;
    const clientData = this.#clientData('webauthn.get', options.challenge, lie);
    const authData = this.#authData(key, lie);
    const signature = signed(authData, clientData, key.privateKey);
    return {
      id: lie.id ?? key.id.toString('base64url'),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: lie.userHandle ?? key.userHandle,
      },
    };
  }

  #keyFor({ allowCredentials }: RequestOptions): SoftwareKey {
    const allowed = new Set(allowCredentials.map(({ id }) => id));
    const key = this.keys.findLast((own) => allowed.has(own.id.toString('base64url')));
    if (key === undefined) throw new Error('no key of this authenticator is asked for');
    return key;
  }

  #clientData(type: string, challenge: string, lie: Lie): Buffer {
    const { crossOrigin = false, topOrigin } = lie;
    const data = {
      type: lie.type ?? type,
      challenge: lie.challenge ?? challenge,
      origin: lie.origin ?? this.#origin,
      crossOrigin,
      ...(topOrigin !== undefined && { topOrigin }),
    };
    return Buffer.from(JSON.stringify(data));
  }

  #authData(key: SoftwareKey, lie: Lie, more = 0): Buffer {
    const { isPresent = true, isVerified = true, counter = key.counter, rpId = key.rpId } = lie;
    const flags = (isPresent ? flag.present : 0) | (isVerified ? flag.verified : 0) | more;
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags, 0);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
  }
}

function newKeyPair(algorithm: Algorithm) {
  if (algorithm === 'Ed25519') return generateKeyPairSync('ed25519');
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function signed(authData: Buffer, clientData: Buffer, privateKey: KeyObject): Buffer {
  const hash = createHash('sha256').update(clientData).digest();
  const digest = privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return sign(digest, Buffer.concat([authData, hash]), privateKey);
}

/** The browser's answer to a request for a new key. `attestationObject` in place of a right one. */
export function registration(
  id: Buffer,
  clientData: Buffer,
  { authData, attestationObject }: { readonly authData?: Buffer; readonly attestationObject?: Buffer },
) {
  const object = attestationObject ?? attestationNone(authData ?? Buffer.alloc(0));
  return {
    id: id.toString('base64url'),
    response: {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: object.toString('base64url'),
      transports: ['internal', 'hybrid'],
    },
  };
}

/** `{ fmt: "none", attStmt: {}, authData }` in CBOR. */
export function attestationNone(authData: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    bytes(authData),
  ]);
}

/** `{ fmt: "packed", attStmt: { alg: -7, sig, x5c }, authData }`. */
function attestationPacked(authData: Buffer, signature: Buffer, certificate: Buffer | undefined): Buffer {
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('packed'),
    text('attStmt'),
    Buffer.from([certificate === undefined ? 0xa2 : 0xa3]),
    text('alg'),
    Buffer.from([0x26]),
    text('sig'),
    bytes(signature),
    ...(certificate === undefined ? [] : [text('x5c'), Buffer.from([0x81]), bytes(certificate)]),
    text('authData'),
    bytes(authData),
  ]);
}

function attested({ id, cose }: SoftwareKey): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  return Buffer.concat([Buffer.alloc(16), length, id, cose]);
}

/** For ES256 `{ 1: 2, 3: -7, -1: 1, -2: x, -3: y }`, a point of P-256; for Ed25519 without y, for RS256 with n and e. */
function coseOf(publicKey: KeyObject, algorithm: Algorithm): Buffer {
  const { x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const point = (value: string) => bytes(Buffer.from(value, 'base64url'));
  if (algorithm === 'Ed25519')
    return Buffer.concat([Buffer.from([0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21]), point(x)]);
  if (algorithm === 'RS256') {
    const exponent = Buffer.from(e, 'base64url');
    const before = Buffer.from([0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20]);
    return Buffer.concat([before, point(n), Buffer.from([0x21, 0x40 + exponent.length]), exponent]);
  }
  const fixed = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  return Buffer.concat([fixed, Buffer.from([0x21]), point(x), Buffer.from([0x22]), point(y)]);
}

export function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

/** With the shortest head, as authenticators must write it. */
export function bytes(value: Buffer): Buffer {
  if (value.length < 256) return Buffer.concat([Buffer.from([0x58, value.length]), value]);
  const head = Buffer.alloc(3, 0x59);
  head.writeUInt16BE(value.length, 1);
  return Buffer.concat([head, value]);
}
