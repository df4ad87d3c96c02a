/** Passkeys at the same moment as another change of the person, and keys that no authenticator makes. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { holdLock } from '../support/hold-lock.ts';
import { beginPasskey, factorOf, sendPasskey } from '../support/passkeys.ts';
import { openTestPool } from '../support/pool.ts';
import { turnOnFactor } from '../support/second-factor.ts';
import { useServer } from '../support/server-process.ts';
import { bytes, registration, SoftwareAuthenticator } from '../support/software-authenticator.ts';

const origin = 'https://console.example.org';
const service = useServer({
  DRAGOMAN_CONSOLE_URL: origin,
  DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0',
});
const url = () => service.server.consoleUrl;
let db: Database;
let team: string;
let users = 0;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
});
afterAll(() => db.end());
beforeEach(() => db.query('TRUNCATE sign_in_tries'));

async function newPerson(): Promise<[ConsoleUser, SoftwareAuthenticator]> {
  const address = `user${++users}@example.org`;
  await seedUser(db, team, address);
  return [await signIn(url(), address), new SoftwareAuthenticator(origin)];
}
const questionTo = async (person: ConsoleUser) => (await beginPasskey(person)).body.options;
const hold = (statement: string, ...values: unknown[]) =>
  holdLock(service.env.DATABASE_URL ?? '', statement, values);
const namesOf = async (person: ConsoleUser) => (await factorOf(person)).passkeys.map(({ name }) => name);

describe('a passkey that was begun with the password alone', () => {
  test('is not added once an app is the second factor', async () => {
    const [person, own] = await newPerson();
    const options = await questionTo(person);
    await turnOnFactor(person);
    expect((await sendPasskey(person, own.create(options))).status).toBe(409);
    expect(await namesOf(person)).toEqual([]);
  });

  test('is not added by a session that the first passkey ends in this moment', async () => {
    const [person, own] = await newPerson();
    const other = await signIn(url(), person.email);
    const [first, second] = [await questionTo(person), await questionTo(other)];
    const held = await hold('SELECT 1 FROM users WHERE email = $1 FOR UPDATE', person.email);
    const added = sendPasskey(person, own.create(first), 'First');
    await held.waiting(1);
    const late = sendPasskey(other, new SoftwareAuthenticator(origin).create(second), 'Second');
    await held.waiting(2);
    await held.release();
    expect([(await added).status, (await late).status]).toEqual([200, 409]);
    expect(await namesOf(person)).toEqual(['First']);
  });
});

test('of two people who add the same credential at once, one has it and the other one hears why not', async () => {
  const [[one, theirs], [two, own]] = [await newPerson(), await newPerson()];
  const [first, second] = [await questionTo(one), await questionTo(two)];
  const id = randomBytes(32);
  // Both have looked whether somebody has it.
  const held = await hold('LOCK TABLE passkeys IN SHARE MODE');
  const answers = [
    sendPasskey(one, theirs.create(first, {}, { id })),
    sendPasskey(two, own.create(second, {}, { id })),
  ];
  await held.waiting(2);
  await held.release();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);
  const states = await Promise.all([factorOf(one), factorOf(two)]);
  expect(states.map(({ is_on }) => is_on)).toEqual(statuses.map((status) => status === 200));
});

describe('a public key', () => {
  /** `{ 1: 3, 3: -257, -1: n, -2: e }`: RS256. */
  const rsaKey = (modulus: Buffer) =>
    Buffer.concat([
      Buffer.from([0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20]),
      bytes(modulus),
      Buffer.from([0x21, 0x43, 0x01, 0x00, 0x01]),
    ]);
  async function addKey(cose: Buffer, idBytes = 16) {
    const [person] = await newPerson();
    const { challenge } = await questionTo(person);
    const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin }));
    const id = randomBytes(idBytes);
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(idBytes);
    const authData = Buffer.concat([
      createHash('sha256').update(new URL(origin).hostname).digest(),
      // Present, verified, with a key; counted once.
      Buffer.from([0x45, 0, 0, 0, 1]),
      Buffer.alloc(16),
      idLength,
      id,
      cose,
    ]);
    const made = registration(id, clientData, { authData });
    const added = await sendPasskey(person, made);
    return { added: added.status, again: (await sendPasskey(person, made)).status };
  }

  test('of the largest kind is stored, with the longest ID', async () => {
    expect((await addKey(rsaKey(randomBytes(512)), 1_023)).added).toBe(200);
  });

  test('that is larger than any is refused, and its question is used up', async () => {
    for (const size of [2_040, 2_500])
      expect(await addKey(rsaKey(randomBytes(size)))).toEqual({ added: 400, again: 409 });
  });
});
