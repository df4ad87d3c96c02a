/** Passkeys as a second factor, on two nodes with one database, with an authenticator in software that can lie. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { runDragoman } from '../support/command-line.ts';
import {
  type ConsoleUser,
  consoleUser,
  postOpen,
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
import { codeOf, finishSignIn, startSignIn, stepWithTime, turnOnFactor } from '../support/second-factor.ts';
import { openServer, type RunningServer, useServer } from '../support/server-process.ts';
import {
  attestationNone,
  bytes,
  type Lie,
  registration,
  SoftwareAuthenticator,
  text,
} from '../support/software-authenticator.ts';

const origin = 'https://console.example.org';
const elsewhere = 'https://console.example.org.evil.example';
const service = useServer({
  DRAGOMAN_CONSOLE_URL: origin,
  DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0',
});
let db: Database;
let other: RunningServer;
let team: string;
let email: string;
let user: ConsoleUser;
let authenticator: SoftwareAuthenticator;
let recoveryCodes: string[];
let users = 0;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  other = await openServer({ ...service.env });
});
afterAll(async () => {
  await other.stop();
  await db.end();
});
beforeEach(async () => {
  await db.query('TRUNCATE sign_in_tries, known_origins');
  team = await seedTeam(db, 'Harbour');
  [user, authenticator] = await newPerson();
  email = user.email;
  recoveryCodes = (await addPasskey(user, authenticator)).recovery_codes ?? [];
});

/** One node after the other. */
let turn = 0;
const url = () => (++turn % 2 === 0 ? service.server : other).consoleUrl;
async function newPerson(): Promise<[ConsoleUser, SoftwareAuthenticator]> {
  const address = `user${++users}@example.org`;
  await seedUser(db, team, address);
  return [await signIn(url(), address), new SoftwareAuthenticator(origin)];
}
/** The sign-in up to the question, and what answers it. */
async function asked() {
  const token = await startSignIn(url(), email);
  const { status, body } = await askToSignIn(url(), token);
  if (status !== 200) throw new Error(`no passkey is asked for: ${status} ${body.detail}`);
  return { token, options: body.options };
}
async function signInLying(lie: Lie = {}) {
  const { token, options } = await asked();
  return finishWithPasskey(url(), token, authenticator.get(options, lie));
}
const entries = async () =>
  (
    await db.query<{ action: string; details: Record<string, string> }>(
      "SELECT action, details FROM audit_log WHERE team_id = $1 AND action LIKE 'user.%' ORDER BY at",
      [team],
    )
  ).rows.filter(({ action }) => action !== 'user.created');
const actions = async () => (await entries()).map(({ action }) => action);
const remove = (id: string, answer: object) =>
  user.send('POST', `${passkeysPath}/${id}/remove`, { password: testPassword, ...answer });

describe('signing in', () => {
  test('asks for a passkey after the password, and its signature starts the session on another node', async () => {
    const pending = await postOpen<{ second_factor: { has_app: boolean; has_passkeys: boolean } }>(
      url(),
      '/sign-in',
      { email, password: testPassword },
    );
    const { has_app, has_passkeys } = pending.body.second_factor;
    expect([has_app, has_passkeys]).toEqual([false, true]);
    const { status, body } = await signInLying();
    expect([status, body.device.length]).toEqual([200, 43]);
    expect((await consoleUser(url(), email, body.token).get('/me')).status).toBe(200);
    const { passkeys, is_on } = await factorOf(user);
    expect([is_on, passkeys.map(({ name, works_here }) => [name, works_here])]).toEqual([
      true,
      [['Laptop', true]],
    ]);
    expect(passkeys[0]?.last_used_at).not.toBeNull();
    expect(await actions()).toEqual(['user.second_factor_on', 'user.passkey_added']);
    const started = await db.query<{ details: { second_factor?: string } }>(
      "SELECT details FROM audit_log WHERE team_id = $1 AND action = 'session.started' ORDER BY id DESC LIMIT 1",
      [team],
    );
    expect(started.rows[0]?.details.second_factor).toBe('passkey');
  });

  test('a person with passkeys alone has recovery codes, and no six digits are right', async () => {
    expect(new Set(recoveryCodes).size).toBe(10);
    const token = await startSignIn(url(), email);
    expect((await finishSignIn(url(), token, '123456')).status).toBe(401);
    expect((await finishSignIn(url(), token, recoveryCodes[0] ?? '')).status).toBe(200);
    expect((await factorOf(user)).recovery_codes_left).toBe(9);
  });

  test('refuses a signature that is wrong in any respect, and the right one that follows needs a new question', async () => {
    const lies: Record<string, Lie> = {
      'another origin': { origin: elsewhere },
      'plain HTTP': { origin: 'http://console.example.org' },
      'another port': { origin: `${origin}:8443` },
      'another host': { rpId: 'evil.example' },
      'a parent domain': { rpId: 'example.org' },
      'another purpose': { type: 'webauthn.create' },
      'a frame of another page': { crossOrigin: true },
      'a page around it': { topOrigin: elsewhere },
      'an invented challenge': { challenge: randomBytes(32).toString('base64url') },
      'nobody present': { isPresent: false },
      'nobody verified': { isVerified: false },
      'the handle of somebody else': { userHandle: randomBytes(16).toString('base64url') },
      'an unknown credential': { id: randomBytes(32).toString('base64url') },
    };
    const { token } = await asked();
    const answers = [];
    for (const [name, lie] of Object.entries(lies)) {
      // As if each were the first.
      await db.query('TRUNCATE sign_in_tries');
      await db.query('UPDATE pending_sign_ins SET tries = 0');
      const { options } = (await askToSignIn(url(), token)).body;
      const lied = await finishWithPasskey(url(), token, authenticator.get(options, lie));
      // The challenge is used up.
      const right = await finishWithPasskey(url(), token, authenticator.get(options));
      answers.push([name, lied.status, right.status]);
    }
    expect(answers).toEqual(Object.keys(lies).map((name) => [name, 401, 401]));
    const again = (await askToSignIn(url(), token)).body.options;
    expect((await finishWithPasskey(url(), token, authenticator.get(again))).status).toBe(200);
    expect(new Set((await actions()).slice(2))).toEqual(new Set(['user.passkey_failed']));
  });

  test('refuses what was changed after it was signed', async () => {
    const tampered = (value: string) => {
      const content = Buffer.from(value, 'base64url');
      content.writeUInt8(content.readUInt8(content.length - 1) ^ 1, content.length - 1);
      return content.toString('base64url');
    };
    for (const part of ['signature', 'authenticatorData'] as const) {
      const { token, options } = await asked();
      const { id, response } = authenticator.get(options);
      const changed = { id, response: { ...response, [part]: tampered(response[part]) } };
      expect((await finishWithPasskey(url(), token, changed)).status).toBe(401);
    }
  });

  test('a signature is used once, for one sign-in of one person, within five minutes', async () => {
    const { token, options } = await asked();
    const answer = authenticator.get(options);
    expect((await finishWithPasskey(url(), token, answer)).status).toBe(200);
    expect((await finishWithPasskey(url(), token, answer)).status).toBe(404);
    // The same signature for another sign-in, before and after its own question was asked.
    const second = await startSignIn(url(), email);
    expect((await finishWithPasskey(url(), second, answer)).status).toBe(401);
    await askToSignIn(url(), second);
    expect((await finishWithPasskey(url(), second, answer)).status).toBe(401);
    // A newer question replaces the older one.
    const older = (await askToSignIn(url(), second)).body.options;
    const newer = (await askToSignIn(url(), second)).body.options;
    expect((await finishWithPasskey(url(), second, authenticator.get(older))).status).toBe(401);
    expect(newer.challenge).not.toBe(older.challenge);
    // One that was signed for a session.
    const { token: third } = await asked();
    const inSession = authenticator.get(await questionIn(user));
    expect((await finishWithPasskey(url(), third, inSession)).status).toBe(401);
    const late = await asked();
    await db.query("UPDATE passkey_challenges SET created_at = created_at - interval '5 minutes'");
    expect((await finishWithPasskey(url(), late.token, authenticator.get(late.options))).status).toBe(401);
  });

  test('a passkey of somebody else opens nothing, with its own question or with this one', async () => {
    const [stranger, theirs] = await newPerson();
    await addPasskey(stranger, theirs);
    const theirToken = await startSignIn(url(), stranger.email);
    const theirOptions = (await askToSignIn(url(), theirToken)).body.options;
    const { token, options } = await asked();
    const [key] = theirs.keys;
    const [own] = authenticator.keys;
    if (key === undefined || own === undefined) throw new Error('a key is missing');
    const answers = [
      theirs.get(theirOptions),
      theirs.get(options, {}, key),
      theirs.get(options, { id: own.id.toString('base64url'), userHandle: own.userHandle }, key),
    ];
    for (const answer of answers) expect((await finishWithPasskey(url(), token, answer)).status).toBe(401);
    // The question of the stranger is still open: nobody else can use it up.
    expect((await finishWithPasskey(url(), theirToken, theirs.get(theirOptions))).status).toBe(200);
  });

  test('of ten who send the same signature at once, one gets a session', async () => {
    const { token, options } = await asked();
    const answer = authenticator.get(options);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => finishWithPasskey(url(), token, answer)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses.filter((status) => status === 200)).toEqual([200]);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    const { rows } = await db.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM audit_log WHERE team_id = $1 AND action = 'session.started' AND details ? 'second_factor'",
      [team],
    );
    expect(rows[0]?.count).toBe(1);
  });

  test('a counter that goes back, or stands, is refused and in the audit log with the name of the passkey', async () => {
    expect((await signInLying({ counter: 41 })).status).toBe(200);
    for (const counter of [41, 40, 0]) {
      const refused = await signInLying({ counter });
      expect([refused.status, refused.body.detail]).toEqual([401, expect.stringContaining('counter')]);
    }
    const copied = (await entries()).filter(({ action }) => action === 'user.passkey_copied');
    expect(copied.map(({ details }) => details)).toEqual(
      Array.from({ length: 3 }, () => ({ email, name: 'Laptop' })),
    );
    expect((await signInLying({ counter: 42 })).status).toBe(200);
  });

  test('an authenticator that does not count is accepted again and again', async () => {
    const { options } = (await beginPasskey(user, await answerIn(user, authenticator))).body;
    await sendPasskey(user, authenticator.create(options, {}, { isCounting: false }), 'Phone');
    expect((await signInLying()).status).toBe(200);
    expect((await signInLying()).status).toBe(200);
  });

  test('wrong signatures count like wrong codes, together with them', async () => {
    const token = await startSignIn(url(), email);
    const statuses = [];
    for (let i = 0; i < 3; i++) {
      const { options } = (await askToSignIn(url(), token)).body;
      const lie = authenticator.get(options, { origin: elsewhere });
      statuses.push((await finishWithPasskey(url(), token, lie)).status);
    }
    for (let i = 0; i < 2; i++) statuses.push((await finishSignIn(url(), token, '123456')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 404]);
    for (let i = 0; i < 5; i++) await signInLying({ origin: elsewhere });
    const locked = await signInLying();
    expect([locked.status, locked.body.code]).toEqual([429, 'rate_limited']);
    expect((await actions()).at(-1)).toBe('user.second_factor_locked');
  });

  test('needs exactly one answer, of bounded size', async () => {
    const { token, options } = await asked();
    const passkey = authenticator.get(options);
    const send = (answer: object) => postOpen(url(), '/sign-in/code', { pending_token: token, ...answer });
    expect((await send({})).status).toBe(403);
    expect((await send({ passkey, code: recoveryCodes[0] })).status).toBe(403);
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'] as const) {
      const response = { ...passkey.response, [part]: 'A'.repeat(4_000) };
      expect((await send({ passkey: { ...passkey, response } })).status).toBe(400);
    }
    expect((await send({ passkey: { ...passkey, id: 'A'.repeat(1_400) } })).status).toBe(400);
    expect((await send({ passkey: { ...passkey, id: 'not base64url!' } })).status).toBe(400);
    expect((await send({ passkey })).status).toBe(200);
    expect((await askToSignIn(url(), randomBytes(32).toString('base64url'))).status).toBe(404);
  });
});

describe('the account page', () => {
  test('several passkeys with names, which can be changed; the first turns the factor on and ends other sessions', async () => {
    const [person, own] = await newPerson();
    const before = await signIn(url(), person.email);
    expect(await factorOf(person)).toMatchObject({ is_on: false, passkeys: [], passkey_origin: origin });
    const first = await addPasskey(person, own, { name: 'Laptop' });
    expect([(await before.get('/me')).status, (await person.get('/me')).status]).toEqual([401, 200]);
    const answer = await answerIn(person, own);
    const second = await addPasskey(person, own, { name: ' Security key ', answer });
    expect([first.recovery_codes?.length, second.recovery_codes]).toEqual([10, null]);
    const rename = (id: string, name: string) => person.send('PATCH', `${passkeysPath}/${id}`, { name });
    expect((await rename(second.id, 'Blue key')).status).toBe(204);
    expect((await rename(second.id, '\u0007')).status).toBe(400);
    expect((await rename('x', 'Blue key')).status).toBe(404);
    // Nobody renames or removes that of somebody else.
    const foreign = (await factorOf(user)).passkeys[0]?.id ?? '';
    expect((await rename(foreign, 'Mine')).status).toBe(404);
    const taken = await person.send('POST', `${passkeysPath}/${foreign}/remove`, {
      password: testPassword,
      ...(await answerIn(person, own)),
    });
    expect(taken.status).toBe(404);
    const state = await factorOf(person);
    expect(state.passkeys.map(({ name }) => name)).toEqual(['Laptop', 'Blue key']);
    const renamed = (await entries()).find(({ action }) => action === 'user.passkey_renamed');
    expect(renamed?.details).toEqual({ email: person.email, from: 'Security key', to: 'Blue key' });
  });

  test('adding needs the password, and the factor that is on', async () => {
    expect((await beginPasskey(user)).status).toBe(403);
    const wrongPassword = { password: 'a wrong password', ...(await answerIn(user, authenticator)) };
    expect((await beginPasskey(user, wrongPassword)).status).toBe(403);
    expect((await beginPasskey(user, { code: '123456' })).status).toBe(403);
    expect((await beginPasskey(user, await answerIn(user, authenticator))).status).toBe(200);
    // So does adding an app.
    const setUp = (answer: object) =>
      user.send<{ secret: string }>('POST', '/me/second-factor/setup', { password: testPassword, ...answer });
    expect((await setUp({})).status).toBe(403);
    const begun = await setUp(await answerIn(user, authenticator));
    // Until it is confirmed, the secret is worth nothing.
    const token = await startSignIn(url(), email);
    expect((await finishSignIn(url(), token, codeOf(begun.body.secret))).status).toBe(401);
    await stepWithTime();
    const on = await user.send<{ recovery_codes: null }>('POST', '/me/second-factor', {
      code: codeOf(begun.body.secret, -1),
    });
    expect([on.status, on.body.recovery_codes]).toEqual([200, null]);
    expect((await finishSignIn(url(), token, codeOf(begun.body.secret))).status).toBe(200);
    expect((await actions()).at(-1)).toBe('user.app_added');
  });

  test('a secret of an app that was shown before the first passkey, without a factor, adds no app', async () => {
    const [person, own] = await newPerson();
    const path = '/me/second-factor';
    const shown = await person.send<{ secret: string }>('POST', `${path}/setup`, { password: testPassword });
    await addPasskey(person, own);
    expect((await person.send('POST', path, { code: codeOf(shown.body.secret) })).status).toBe(409);
    expect(await factorOf(person)).toMatchObject({ is_on: true, has_app: false });
  });

  test('refuses a new passkey that is wrong in any respect', async () => {
    const [person, own] = await newPerson();
    const lies: Record<string, Lie> = {
      'another origin': { origin: elsewhere },
      'another host': { rpId: 'evil.example' },
      'another purpose': { type: 'webauthn.get' },
      'nobody present': { isPresent: false },
      'nobody verified': { isVerified: false },
      'the ID of another key': { id: 'AAAA' },
    };
    const answers = [];
    for (const [name, lie] of Object.entries(lies)) {
      const { options } = (await beginPasskey(person)).body;
      const made = own.create(options, lie);
      const lied = await sendPasskey(person, { ...made, ...(lie.id && { id: lie.id }) });
      // It is used up.
      const right = await sendPasskey(person, own.create(options));
      answers.push([name, lied.status, right.status]);
    }
    expect(answers).toEqual(Object.keys(lies).map((name) => [name, 400, 409]));
    expect((await factorOf(person)).is_on).toBe(false);
  });

  test('a new passkey answers the question of its own session, within five minutes', async () => {
    const [person, own] = await newPerson();
    const { options } = (await beginPasskey(person)).body;
    const again = await signIn(url(), person.email);
    expect((await sendPasskey(again, own.create(options))).status).toBe(409);
    const invented = { challenge: randomBytes(32).toString('base64url') };
    expect((await sendPasskey(person, own.create(options, invented))).status).toBe(409);
    const late = (await beginPasskey(person)).body.options;
    await db.query("UPDATE passkey_challenges SET created_at = created_at - interval '5 minutes'");
    expect((await sendPasskey(person, own.create(late))).status).toBe(409);
  });

  test('the question for a new passkey stays open while another one of the session is asked and answered', async () => {
    const made = new SoftwareAuthenticator(origin);
    const { options } = (await beginPasskey(user, await answerIn(user, authenticator))).body;
    const confirmed = await user.send('POST', '/me/confirm', await answerIn(user, authenticator));
    const added = await sendPasskey(user, made.create(options));
    expect([confirmed.status, added.status]).toEqual([204, 200]);
  });

  test('the ID of a passkey that somebody has is refused, for them and for others', async () => {
    const [person, own] = await newPerson();
    const id = authenticator.keys[0]?.id;
    if (id === undefined) throw new Error('there is no key');
    const { options } = (await beginPasskey(person)).body;
    const refused = await sendPasskey(person, own.create(options, {}, { id }));
    expect([refused.status, (await factorOf(person)).is_on]).toEqual([409, false]);
    const begun = (await beginPasskey(user, await answerIn(user, authenticator))).body.options;
    // An authenticator that follows the rules would refuse it itself.
    expect(begun.excludeCredentials.map((known) => known.id)).toEqual([id.toString('base64url')]);
    const copy = new SoftwareAuthenticator(origin).create(begun, {}, { id });
    expect((await sendPasskey(user, copy)).status).toBe(409);
    expect((await signInLying()).status).toBe(200);
  });

  test('ten passkeys at most', async () => {
    for (let i = 2; i <= 10; i++)
      await addPasskey(user, authenticator, {
        name: `Key ${i}`,
        answer: await answerIn(user, authenticator),
      });
    const more = await beginPasskey(user, await answerIn(user, authenticator));
    expect([more.status, (await factorOf(user)).passkeys.length]).toEqual([409, 10]);
  });

  test('hostile CBOR is refused: deep, huge, cut off, with certificates', async () => {
    const [person] = await newPerson();
    const authData = Buffer.alloc(37, 0x45);
    const attestations = [
      Buffer.alloc(3_000, 0x81),
      Buffer.alloc(3_000, 0xa1),
      Buffer.alloc(3_000, 0xc1),
      Buffer.from('9bffffffffffffffff00', 'hex'),
      Buffer.from('bb001fffffffffffff00', 'hex'),
      Buffer.from('5b7fffffffffffffff00', 'hex'),
      Buffer.concat([Buffer.from([0x99, 0x0b, 0xb0]), Buffer.alloc(2_900, 0x60)]),
      attestationNone(authData),
      attestationNone(Buffer.concat([authData, Buffer.alloc(18, 0xff), Buffer.alloc(2_800, 0x81)])),
      attestationNone(Buffer.alloc(2_900, 0xff)),
      Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('packed'),
        text('attStmt'),
        Buffer.from([0xa1]),
        text('x5c'),
        Buffer.from([0x81]),
        bytes(randomBytes(1_000)),
        text('authData'),
        bytes(authData),
      ]),
    ];
    for (const attestationObject of attestations) {
      const { challenge } = (await beginPasskey(person)).body.options;
      const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin }));
      const made = registration(randomBytes(16), clientData, { attestationObject });
      expect((await sendPasskey(person, made)).status).toBe(400);
    }
    // Larger ones, and what is no JSON or deep JSON, are refused before.
    const large = registration(randomBytes(16), Buffer.from('{}'), { attestationObject: randomBytes(3_001) });
    expect((await sendPasskey(person, large)).status).toBe(400);
    for (const clientData of ['no JSON', 'null', '7', '['.repeat(1_400), '{"challenge":7}']) {
      const made = registration(randomBytes(16), Buffer.from(clientData), { authData });
      expect((await sendPasskey(person, made)).status).toBe(409);
    }
    expect((await factorOf(person)).is_on).toBe(false);
  });

  test('removing needs the password and the factor; the last one turns the factor off', async () => {
    const id = (await factorOf(user)).passkeys[0]?.id ?? '';
    expect((await remove(id, {})).status).toBe(403);
    expect((await remove(id, { password: 'a wrong password', code: recoveryCodes[0] })).status).toBe(403);
    const second = await addPasskey(user, authenticator, { answer: await answerIn(user, authenticator) });
    // The passkey is lost, and a recovery code does.
    expect((await remove(id, { code: recoveryCodes[0] })).status).toBe(204);
    expect(await factorOf(user)).toMatchObject({ is_on: true, recovery_codes_left: 9 });
    expect((await remove(second.id, await answerIn(user, authenticator))).status).toBe(204);
    expect(await factorOf(user)).toMatchObject({ is_on: false, passkeys: [], recovery_codes_left: null });
    expect((await signIn(url(), email)).email).toBe(email);
    expect((await actions()).slice(-2)).toEqual(['user.passkey_removed', 'user.second_factor_off']);
  });

  test('beside an app: either signs in, and removing one leaves the other', async () => {
    const [person, own] = await newPerson();
    const app = await turnOnFactor(person);
    await addPasskey(person, own, { answer: { code: app.code() } });
    const token = await startSignIn(url(), person.email);
    expect((await finishSignIn(url(), token, app.code(1))).status).toBe(200);
    const off = await person.send('POST', '/me/second-factor/turn-off', {
      password: testPassword,
      ...(await answerIn(person, own)),
    });
    expect([off.status, await factorOf(person)]).toEqual([
      204,
      expect.objectContaining({ is_on: true, has_app: false, recovery_codes_left: 10 }),
    ]);
    await db.query('TRUNCATE sign_in_tries');
    const next = await startSignIn(url(), person.email);
    expect((await finishSignIn(url(), next, app.code(1))).status).toBe(401);
    const { options } = (await askToSignIn(url(), next)).body;
    expect((await finishWithPasskey(url(), next, own.get(options))).status).toBe(200);
    expect((await actions()).filter((action) => action.startsWith('user.app'))).toEqual(['user.app_removed']);
    const codes = await person.send<{ recovery_codes: string[] }>(
      'POST',
      '/me/second-factor/recovery-codes',
      await answerIn(person, own),
    );
    expect(codes.body.recovery_codes).toHaveLength(10);
  });
});

describe('confirming a change', () => {
  const createKey = (by = user) =>
    by.send('POST', `/teams/${team}/keys`, { name: 'press', mode: 'live', scopes: ['translate'] });
  const age = () =>
    db.query(
      "UPDATE sessions SET created_at = created_at - interval '11 minutes', proven_at = proven_at - interval '11 minutes'",
    );

  test('a passkey confirms its own session, once', async () => {
    await age();
    expect((await createKey()).headers.get('confirmation-needed')).toBe('passkey, recovery-code');
    const { token } = (await signInLying()).body;
    const second = consoleUser(url(), email, token);
    const answer = await answerIn(user, authenticator);
    const confirm = (by: ConsoleUser, proof: object) => by.send('POST', '/me/confirm', proof);
    // A signature of one session confirms nothing in another, also not of the same person.
    expect((await confirm(second, answer)).status).toBe(403);
    expect((await confirm(user, { password: testPassword })).status).toBe(403);
    expect((await confirm(user, await answerIn(user, authenticator, { origin: elsewhere }))).status).toBe(
      403,
    );
    const right = await answerIn(user, authenticator);
    expect((await confirm(user, right)).status).toBe(204);
    expect((await confirm(user, right)).status).toBe(403);
    expect((await createKey()).status).toBe(201);
  });

  test('with an app, a code is asked for as well', async () => {
    const [person, own] = await newPerson();
    const app = await turnOnFactor(person);
    await addPasskey(person, own, { answer: { code: app.code() } });
    await age();
    expect((await createKey(person)).headers.get('confirmation-needed')).toBe('passkey, code');
  });
});

describe('a lost passkey', () => {
  test('the command removes passkeys, recovery codes and open questions', async () => {
    await asked();
    const { code, stdout } = await runDragoman(['user', 'reset-factor', email], service.env);
    expect([code, stdout]).toEqual([0, expect.stringContaining('The second factor is removed.')]);
    const { rows } = await db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM users u
         WHERE email = $1 AND (EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id)
            OR EXISTS (SELECT 1 FROM recovery_codes c WHERE c.user_id = u.id)
            OR EXISTS (SELECT 1 FROM passkey_challenges c WHERE c.user_id = u.id))`,
      [email],
    );
    expect(rows[0]?.count).toBe(0);
    expect((await signIn(url(), email)).email).toBe(email);
  });

  test('a link to a new password leaves passkeys, and one that resets the factor removes them', async () => {
    const boss = (await newPerson())[0];
    const { rows } = await db.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
    const link = async (kind: string, password: string) => {
      const made = await boss.send<{ token: string }>('POST', `/teams/${team}/people/${rows[0]?.id}/${kind}`);
      return postOpen(url(), '/links/accept', { token: made.body.token, password });
    };
    expect((await link('password-reset', 'another good password')).status).toBe(204);
    const token = await startSignIn(url(), email, { password: 'another good password' });
    const { options } = (await askToSignIn(url(), token)).body;
    expect((await finishWithPasskey(url(), token, authenticator.get(options))).status).toBe(200);
    expect((await link('second-factor-reset', 'a third good password')).status).toBe(204);
    expect((await signIn(url(), email, 'a third good password')).email).toBe(email);
  });

  test('an operator who must have a factor is content with a passkey', async () => {
    const strict = await openServer({ ...service.env, DRAGOMAN_OPERATOR_SECOND_FACTOR: 'on' });
    try {
      const address = `operator${users}@example.org`;
      await seedUser(db, team, address, 'operator');
      const operator = await signIn(strict.consoleUrl, address);
      expect((await operator.get('/operator/teams')).status).toBe(403);
      await addPasskey(operator, new SoftwareAuthenticator(origin));
      expect((await operator.get('/operator/teams')).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

test('under another address old passkeys are shown and not asked for; at an IP address there are none', async () => {
  const moved = await openServer({ ...service.env, DRAGOMAN_CONSOLE_URL: 'https://new.example.org' });
  const bare = await openServer({ ...service.env, DRAGOMAN_CONSOLE_URL: 'http://192.0.2.7:8081' });
  const { DRAGOMAN_CONSOLE_URL: _, ...unset } = service.env;
  const local = await openServer(unset);
  try {
    const at = (server: RunningServer) => consoleUser(server.consoleUrl, email, user.token);
    expect((await factorOf(at(moved))).passkeys.map(({ works_here }) => works_here)).toEqual([false]);
    const token = await startSignIn(moved.consoleUrl, email);
    expect((await askToSignIn(moved.consoleUrl, token)).status).toBe(409);
    // Signed for the old address by somebody who kept the page open: the node of the new one refuses it.
    const { options } = (await askToSignIn(service.server.consoleUrl, token)).body;
    expect((await finishWithPasskey(moved.consoleUrl, token, authenticator.get(options))).status).toBe(401);
    expect((await finishSignIn(moved.consoleUrl, token, recoveryCodes[0] ?? '')).status).toBe(200);
    expect((await factorOf(at(bare))).passkey_origin).toBeNull();
    expect((await beginPasskey(at(bare), { code: recoveryCodes[1] })).status).toBe(409);
    const { port } = new URL(local.consoleUrl);
    expect((await factorOf(at(local))).passkey_origin).toBe(`http://localhost:${port}`);
  } finally {
    await Promise.all([moved.stop(), bare.stop(), local.stop()]);
  }
});

test('no challenge is in the database or the logs', async () => {
  const { token, options } = await asked();
  await finishWithPasskey(url(), token, authenticator.get(options, { origin: elsewhere }));
  const open = await asked();
  const { rows } = await db.query<{ row: string }>('SELECT c::text AS row FROM passkey_challenges c');
  expect(rows.length).toBeGreaterThan(0);
  const stored = rows.map(({ row }) => row).join('\n');
  const logged = `${service.server.log()}${other.log()}`;
  for (const { challenge } of [options, open.options]) {
    expect(stored).not.toContain(Buffer.from(challenge).toString('hex'));
    expect(stored).not.toContain(Buffer.from(challenge, 'base64url').toString('hex'));
    expect(logged).not.toContain(challenge);
  }
});
