/** Events as mails, through a real SMTP server. */
import { readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTeam } from '../../src/accounts/teams.ts';
import { createUser } from '../../src/accounts/users/users.ts';
import type { SmtpConfig } from '../../src/config/events.ts';
import { startEventDeliveries } from '../../src/events/event-deliveries.ts';
import { eventTypes } from '../../src/events/event-types.ts';
import { openMailer } from '../../src/events/mail/send-mail.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { recordEvent } from '../../src/store/postgres/events.ts';
import { openTestPool, quietLogger } from '../support/pool.ts';
import { startSmtp } from '../support/smtp-server.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { testDestinations } from '../support/test-destinations.ts';
import { type Certificates, makeCertificates } from '../support/tls-servers.ts';

const database = useTestDatabase();
let db: Database;
let team: string;
beforeAll(async () => {
  db = openTestPool(database.url);
  team = (await createTeam(db, 'Harbour', 1_000, testActor)).id;
  const owner = {
    teamId: team,
    email: 'owner@example.org',
    role: 'owner',
    password: 'correct horse battery',
  } as const;
  await createUser(db, owner, testActor);
});
afterAll(() => db.end());
const toClose: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
  await db.query('DELETE FROM event_destinations');
});

async function receive(options?: Parameters<typeof startSmtp>[0]) {
  const server = await startSmtp(options);
  toClose.push(server.close);
  return server;
}

function deliverTo(port: number, smtp: Partial<SmtpConfig> = {}, timeoutMs = 60_000) {
  const config = {
    host: '127.0.0.1',
    port,
    tls: 'none',
    user: undefined,
    password: undefined,
    from: 'dragoman@example.org',
  } as const;
  const mailer = openMailer({ ...config, ...smtp }, ['ops.example'], timeoutMs);
  toClose.push(() => mailer.close());
  const settings = { pollMs: 20, leaseMs: 4 * timeoutMs, firstPauseMs: 1, disableAfterMs: 3_600_000 };
  const deliveries = startEventDeliveries(db, (delivery) => mailer.send(delivery), settings, quietLogger);
  toClose.push(() => deliveries.close());
}

async function addMail(types: readonly string[], address = 'owner@example.org') {
  const wanted = { kind: 'mail', name: 'Mail', address, eventTypes: types } as const;
  return testDestinations(db).create(team, wanted, testActor);
}

const logOf = async () =>
  (
    await db.query<{ log: { reason: string; status: number }[] }>(
      'SELECT log FROM event_deliveries ORDER BY id',
    )
  ).rows;

const budget = {
  type: 'budget.reached',
  subject: null,
  data: { percent: 80, month: '2026-11', quota: 1_000_000, quota_used: 800_312, credit_left: 5_000 },
};

test('an event is mailed in plain text, once', async () => {
  const { received, port, refuse } = await receive();
  refuse(1);
  await addMail(['budget.reached']);
  const id = await recordEvent(db, { ...budget, teamId: team });
  deliverTo(port);
  await expect.poll(() => received.length).toBe(1);
  const [{ from, to, mail } = { from: '', to: [], mail: '' }] = received;
  expect([from, to]).toEqual(['dragoman@example.org', ['owner@example.org']]);
  expect(mail).toContain('Subject: [Dragoman Harbour] 80 % of the monthly quota is used\r\n');
  expect(mail).toContain('The team has used 800,312 of the 1,000,000 characters of 2026-11.');
  expect(mail).toContain('Content-Type: text/plain');
  expect(mail).not.toContain('text/html');
  expect(mail).toMatch(new RegExp(`Message-ID:\\s*<${id}\\.[0-9a-f-]+@example.org>`, 'i'));
  expect(mail).toContain('Auto-Submitted: auto-generated');
  await expect
    .poll(async () => (await logOf())[0]?.log)
    .toMatchObject([{ reason: 'status', status: 451 }, { reason: null }]);
});

test('every type of event has a mail that names what happened, and nothing undefined', async () => {
  const { received, port } = await receive();
  const types = eventTypes.filter(({ scope }) => scope === 'team').map(({ type }) => type);
  await addMail(types.filter((type) => type !== 'audit.entry'));
  for (const { type, example, scope } of eventTypes)
    if (scope === 'team' && type !== 'audit.entry')
      await recordEvent(db, { teamId: team, type, subject: null, data: example });
  deliverTo(port);
  await expect.poll(() => received.length).toBe(types.length - 1);
  for (const { mail } of received) expect(mail).not.toMatch(/undefined|unknown|\[object|NaN/);
});

/** A mail server that answers each line of its client as `answer` does. */
async function misbehave(answer: (line: string, socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    toClose.push(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').slice(0, -1)) answer(line, socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  toClose.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

/** Never silent for long, and never at the end of its answer. */
function drip(socket: Socket, part: string) {
  const timer = setInterval(() => socket.write(part), 20);
  socket.on('close', () => clearInterval(timer));
}

describe('a mail server', () => {
  const good = (line: string, socket: Socket) =>
    /^(EHLO|MAIL|RCPT|RSET)/.test(line) && socket.write('250 ok\r\n');
  const misbehaviours: [string, string, (line: string, socket: Socket) => void][] = [
    ['that drips its first answer', 'timeout', (_line, socket) => drip(socket, '250-more\r\n')],
    [
      'that drips its answer to the text',
      'timeout',
      (line, socket) => {
        if (line === 'DATA') socket.write('354 go on\r\n');
        else if (line === '.') drip(socket, '2');
        else good(line, socket);
      },
    ],
    [
      'that never answers after the text',
      'timeout',
      (line, socket) => (line === 'DATA' ? socket.write('354 go on\r\n') : good(line, socket)),
    ],
    [
      'that closes after MAIL FROM',
      'unreachable',
      (line, socket) => (line.startsWith('MAIL') ? socket.destroy() : good(line, socket)),
    ],
  ];
  test.each(misbehaviours)('%s fails the attempt: %s', async (_name, reason, answer) => {
    const port = await misbehave(answer);
    await addMail(['budget.reached']);
    await recordEvent(db, { ...budget, teamId: team });
    deliverTo(port, {}, 250);
    await expect.poll(async () => (await logOf())[0]?.log[0]?.reason).toBe(reason);
  });

  test('that hangs takes two places of a node, and mail that waits is not counted as tried', async () => {
    const port = await misbehave(() => undefined);
    await addMail(['budget.reached']);
    for (let i = 0; i < 20; i++) await recordEvent(db, { ...budget, teamId: team });
    deliverTo(port, {}, 60_000);
    const attempts = async () =>
      (await db.query<{ sum: number }>('SELECT sum(attempts)::int FROM event_deliveries')).rows[0]?.sum;
    await expect.poll(attempts).toBe(2);
    await recordEvent(db, { ...budget, teamId: team });
    expect(await attempts()).toBe(2);
  });
});

describe('TLS', () => {
  let certificates: Certificates;
  const trusted = getCACertificates('default');
  beforeAll(() => {
    certificates = makeCertificates();
  });
  afterAll(() => rmSync(certificates.folder, { recursive: true }));
  const own = () => ({ key: readFileSync(certificates.key), cert: readFileSync(certificates.certificate) });
  const account = { host: 'localhost', user: 'dragoman', password: 'right' };
  const firstReason = async () => (await logOf())[0]?.log[0]?.reason;

  test.each(['starttls', 'tls'] as const)('%s: signs in with the password, and sends', async (tls) => {
    setDefaultCACertificates([...trusted, readFileSync(certificates.authority, 'utf8')]);
    try {
      const { received, port } = await receive({ ...own(), authOptional: false, secure: tls === 'tls' });
      await addMail(['budget.reached']);
      await recordEvent(db, { ...budget, teamId: team });
      deliverTo(port, { tls, ...account });
      await expect.poll(() => received).toMatchObject([{ isSecure: true, user: 'dragoman' }]);
    } finally {
      setDefaultCACertificates(trusted);
    }
  });

  test('a wrong password is named in the log', async () => {
    setDefaultCACertificates([...trusted, readFileSync(certificates.authority, 'utf8')]);
    try {
      const { received, port } = await receive({ ...own(), authOptional: false });
      await addMail(['budget.reached']);
      await recordEvent(db, { ...budget, teamId: team });
      deliverTo(port, { tls: 'starttls', ...account, password: 'wrong' });
      await expect.poll(firstReason).toBe('sign_in_refused');
      expect(received).toEqual([]);
    } finally {
      setDefaultCACertificates(trusted);
    }
  });

  test('is required: nothing is sent to a server without it', async () => {
    const { received, port } = await receive({ disabledCommands: ['STARTTLS'] });
    await addMail(['budget.reached']);
    await recordEvent(db, { ...budget, teamId: team });
    deliverTo(port, { tls: 'starttls' });
    await expect.poll(firstReason).toBe('tls');
    expect(received).toEqual([]);
  });

  test('with a certificate that nobody vouches for is refused', async () => {
    const { received, port } = await receive(own());
    await addMail(['budget.reached']);
    await recordEvent(db, { ...budget, teamId: team });
    deliverTo(port, { tls: 'starttls', ...account });
    await expect.poll(firstReason).toBe('tls');
    expect(received).toEqual([]);
  });
});

describe('an address', () => {
  test.each(['owner@example.org', 'OWNER@example.org', 'anybody@ops.example'])(
    '%s may get mail',
    async (address) => {
      expect(await addMail(['key.created'], address)).toMatchObject({ ok: true });
    },
  );

  test.each([
    ['stranger@example.org', 'forbidden'],
    ['owner@example.org, stranger@example.org', 'invalid_request'],
    ['owner@example.org\r\nBcc: stranger@example.org', 'invalid_request'],
    ['"stranger@example.org" <owner@example.org>', 'invalid_request'],
    ['stranger@example.org@ops.example', 'invalid_request'],
    ['stranger@sub.ops.example', 'forbidden'],
    ['@ops.example', 'invalid_request'],
    ['nobody', 'invalid_request'],
  ])('%j may not', async (address, code) => {
    expect(await addMail(['key.created'], address)).toMatchObject({ ok: false, problem: { code } });
  });
});

test('a name with line breaks or thousands of letters stays in one short line', async () => {
  const { received, port } = await receive();
  await addMail(['key.expiring']);
  const name = `a\r\nBcc: stranger@example.org\r\n\r\n${'x'.repeat(5_000)}`;
  await recordEvent(db, { teamId: team, type: 'key.expiring', subject: null, data: { key: { name } } });
  deliverTo(port);
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]?.to).toEqual(['owner@example.org']);
  expect(received[0]?.mail).not.toMatch(/^Bcc/m);
  expect(received[0]?.mail.length).toBeLessThan(4_000);
});

test('somebody who has left the team gets no more mail, and a domain that the operator allows still does', async () => {
  const { received, port } = await receive();
  const leaver = {
    teamId: team,
    email: 'leaver@example.org',
    role: 'member',
    password: 'correct horse battery',
  } as const;
  await createUser(db, leaver, testActor);
  for (const address of ['leaver@example.org', 'list@ops.example'])
    await addMail(['budget.reached'], address);
  await db.query(
    "DELETE FROM team_members USING users u WHERE u.id = user_id AND u.email = 'leaver@example.org'",
  );
  await recordEvent(db, { ...budget, teamId: team });
  deliverTo(port);
  await expect.poll(() => received.map(({ to }) => to[0])).toEqual(['list@ops.example']);
  await expect
    .poll(async () => (await logOf()).flatMap(({ log }) => log.map(({ reason }) => reason)))
    .toEqual(expect.arrayContaining([null, 'address_not_allowed']));
});
