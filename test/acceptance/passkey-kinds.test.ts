/** Passkeys of every kind that authenticators make, with and without attestation, and what browsers are asked. */
import { execFileSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import {
  type ConsoleUser,
  consoleUser,
  seedTeam,
  seedUser,
  signIn,
  testPassword,
} from '../support/console-client.ts';
import {
  addPasskey,
  answerIn,
  askToSignIn,
  beginPasskey,
  factorOf,
  finishWithPasskey,
  passkeysPath,
  questionIn,
  sendPasskey,
} from '../support/passkeys.ts';
import { openTestPool } from '../support/pool.ts';
import { codeOf, startSignIn, turnOnFactor } from '../support/second-factor.ts';
import { useServer } from '../support/server-process.ts';
import { bytes, SoftwareAuthenticator, text } from '../support/software-authenticator.ts';

const origin = 'https://console.example.org';
const service = useServer({
  DRAGOMAN_CONSOLE_URL: origin,
  DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0',
});
const url = () => service.server.consoleUrl;
let db: Database;
let team: string;
let person: ConsoleUser;
let own: SoftwareAuthenticator;
let users = 0;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
});
afterAll(() => db.end());
beforeEach(async () => {
  await db.query('TRUNCATE sign_in_tries');
  const email = `user${++users}@example.org`;
  await seedUser(db, team, email);
  person = await signIn(url(), email);
  own = new SoftwareAuthenticator(origin);
});

const questionTo = async (answer: object = {}) => (await beginPasskey(person, answer)).body.options;
async function asked() {
  const token = await startSignIn(url(), person.email);
  return { token, options: (await askToSignIn(url(), token)).body.options };
}

test.each(['ES256', 'Ed25519', 'RS256'] as const)('a key for %s signs in', async (algorithm) => {
  expect((await sendPasskey(person, own.create(await questionTo(), {}, { algorithm }))).status).toBe(200);
  const { token, options } = await asked();
  expect((await finishWithPasskey(url(), token, own.get(options))).status).toBe(200);
});

test('a key has at most 1,024 bytes with its extensions', async () => {
  // One for ES256 has 77 bytes. The extensions are a map of one: its head, a name, and bytes with their head.
  const add = async (size: number) => {
    const extensions = Buffer.concat([
      Buffer.from([0xa1]),
      text('padding'),
      bytes(Buffer.alloc(size - 77 - 12)),
    ]);
    return (await sendPasskey(person, own.create(await questionTo(), {}, { extensions }))).status;
  };
  expect([await add(1_025), await add(1_024)]).toEqual([400, 200]);
});

test.each([undefined, null, ''])(
  'an authenticator that does not return the handle signs in: %s',
  async (handle) => {
    await addPasskey(person, own);
    const { token, options } = await asked();
    const { id, response } = own.get(options);
    const { status } = await finishWithPasskey(url(), token, {
      id,
      response: { ...response, userHandle: handle },
    });
    // An empty one is none of the standard.
    expect(status).toBe(handle === '' ? 400 : 200);
  },
);

test('browsers are asked to verify the person, whenever a passkey is made or used', async () => {
  const creation = await beginPasskey(person);
  expect(creation.body.options).toMatchObject({
    attestation: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  await sendPasskey(person, own.create(creation.body.options));
  const signingIn = (await asked()).options;
  for (const options of [signingIn, await questionIn(person)])
    expect(options).toMatchObject({ rpId: 'console.example.org', userVerification: 'required' });
});

test('a counter that stands still since the key was made is a copy', async () => {
  await addPasskey(person, own);
  const { token, options } = await asked();
  const refused = await finishWithPasskey(url(), token, own.get(options, { counter: 1 }));
  expect([refused.status, refused.body.detail]).toEqual([401, expect.stringContaining('counter')]);
});

test('a counter that falls to zero is a copy', async () => {
  await addPasskey(person, own);
  const { token, options } = await asked();
  expect((await finishWithPasskey(url(), token, own.get(options, { counter: 0 }))).status).toBe(401);
});

describe('attestation', () => {
  const addAttested = async (attestedBy: Parameters<SoftwareAuthenticator['create']>[2]) =>
    (await sendPasskey(person, own.create(await questionTo(), {}, attestedBy))).status;

  test('by the new key itself is accepted, and by another one refused', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(await addAttested({ attestedBy: { privateKey } })).toBe(400);
    expect(await addAttested({ attestedBy: 'itself' })).toBe(200);
  });

  test('with a certificate is refused, also if everything about it is right', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-attestation-'));
    try {
      const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'certificate.der')];
      const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile];
      const subject = '/C=DE/O=Example/OU=Authenticator Attestation/CN=Test';
      const made = ['-outform', 'DER', '-out', file, '-days', '2', '-subj', subject];
      const extension = ['-addext', 'basicConstraints=critical,CA:FALSE'];
      execFileSync('openssl', ['req', '-x509', ...curve, ...made, ...extension], { stdio: 'ignore' });
      const privateKey = createPrivateKey(await readFile(keyFile));
      expect(await addAttested({ attestedBy: { privateKey, certificate: await readFile(file) } })).toBe(400);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a question', () => {
  test('that confirms a change adds no passkey, and one that adds a passkey confirms nothing', async () => {
    await addPasskey(person, own);
    const creation = await questionTo(await answerIn(person, own));
    const proving = await questionIn(person);
    const made = own.create({ ...creation, challenge: proving.challenge });
    expect((await sendPasskey(person, made)).status).toBe(409);
    const adding = await questionTo(await answerIn(person, own));
    const answer = own.get({ ...proving, challenge: adding.challenge });
    expect((await person.send('POST', '/me/confirm', { passkey: answer })).status).toBe(403);
    expect((await factorOf(person)).passkeys).toHaveLength(1);
  });

  test('to add the tenth passkey adds no eleventh, in two sessions at once', async () => {
    await addPasskey(person, own);
    for (let i = 2; i <= 9; i++) await addPasskey(person, own, { answer: await answerIn(person, own) });
    const { token, options } = await asked();
    const signedIn = await finishWithPasskey(url(), token, own.get(options));
    const other = consoleUser(url(), person.email, signedIn.body.token);
    const [one, two] = [
      await questionTo(await answerIn(person, own)),
      (await beginPasskey(other, await answerIn(other, own))).body.options,
    ];
    const added = [await sendPasskey(person, own.create(one)), await sendPasskey(other, own.create(two))];
    expect(added.map(({ status }) => status)).toEqual([200, 409]);
    expect((await factorOf(person)).passkeys).toHaveLength(10);
  });
});

describe('beside an app', () => {
  test('removing the only passkey leaves the app and its codes', async () => {
    const app = await turnOnFactor(person);
    const { id } = await addPasskey(person, own, { answer: { code: app.code() } });
    const removed = await person.send('POST', `${passkeysPath}/${id}/remove`, {
      password: testPassword,
      ...(await answerIn(person, own)),
    });
    expect([removed.status, await factorOf(person)]).toEqual([
      204,
      expect.objectContaining({ is_on: true, has_app: true, recovery_codes_left: 10 }),
    ]);
  });

  test('an app that was begun with the password alone is not added once a passkey is the factor', async () => {
    const begun = await person.send<{ secret: string }>('POST', '/me/second-factor/setup', {
      password: testPassword,
    });
    await addPasskey(person, own);
    const added = await person.send('POST', '/me/second-factor', { code: codeOf(begun.body.secret) });
    expect([added.status, (await factorOf(person)).has_app]).toEqual([409, false]);
  });
});
