/** Clients that announce large bodies and send them slowly or not at all: they take nothing from other teams. */
import { expect, test, vi } from 'vitest';
import { bearer, call, type ProblemAnswer } from '../support/api-client.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { uploadForm } from '../support/document-client.ts';
import { letter, useDocumentServer } from '../support/document-server.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import { formAround, formContentType, openSender, type SlowSender } from '../support/slow-sender.ts';

const rig = useDocumentServer(0, { DRAGOMAN_LOG_LEVEL: 'error' });
const mebibyte = 1024 * 1024;
const largest = 30 * mebibyte;
const perTeam = 8;
const { head } = formAround('idle.txt');

/** Few characters, and large all the same. */
const largePage = { name: 'large.html', content: `<p>Good bye.</p><!--${'x'.repeat(2 * mebibyte)}-->` };

async function openUpload({ key }: TestTeam): Promise<SlowSender> {
  const announced = { path: '/v1/documents', token: key, contentType: formContentType, bytes: largest };
  const sender = await openSender(rig.server.url, announced);
  await sender.send(head);
  return sender;
}

async function held(): Promise<{ exchanges: number; bytes: number }> {
  const metrics = await (await fetch(`${rig.server.opsUrl}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(metrics)?.[1]);
  return { exchanges: value('dragoman_large_exchanges'), bytes: value('dragoman_large_exchange_bytes') };
}

const patiently = { timeout: 120_000, interval: 20 };
const seen = (exchanges: number) =>
  vi.waitFor(async () => expect((await held()).exchanges).toBe(exchanges), patiently);
/** A body that grows by less than 16 KiB in five seconds is ended, and a busy machine may need longer for what is tried meanwhile. */
async function whileGrowing<T>(senders: readonly SlowSender[], work: () => Promise<T>): Promise<T> {
  const piece = ' '.repeat(16 * 1024);
  const timer = setInterval(() => {
    for (const sender of senders) void sender.send(piece);
  }, 500);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
const close = (senders: readonly SlowSender[]) => {
  for (const { socket } of senders) socket.destroy();
};

test('slow uploads of one team leave room for the others, and are ended once they are idle', async () => {
  const [slow, other] = [await rig.newTeam(), await rig.newTeam()];
  const senders = await Promise.all(Array.from({ length: perTeam }, () => openUpload(slow)));
  await whileGrowing(senders, async () => {
    await seen(perTeam);
    const refused = await rig.send(slow, largePage);
    expect((await rig.send(other, largePage)).status).toBe(201);
    expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // What is small needs none of the team's places.
    expect((await rig.send(slow, letter)).status).toBe(201);
  });
  await vi.waitFor(
    () => expect(senders.map((each) => each.status())).toEqual(senders.map(() => 408)),
    patiently,
  );
  expect(senders[0]?.heard()).toContain('"code":"request_timeout"');
  await vi.waitFor(async () => expect(await held()).toEqual({ exchanges: 0, bytes: 0 }), patiently);
  close(senders);
});

test('slow glossaries of three teams leave room for a fourth', async () => {
  const teams = await seedTeams(rig.db, 4);
  await rig.db.query("UPDATE api_keys SET scopes = '{glossaries}' WHERE team_id = ANY($1)", [
    teams.map(({ id }) => id),
  ]);
  const [other, ...slow] = teams as [TestTeam, ...TestTeam[]];
  const path = '/v1/glossaries';
  const senders = await Promise.all(
    slow.flatMap(({ key: token }) =>
      Array.from({ length: perTeam }, () =>
        openSender(rig.server.url, { path, token, contentType: 'application/json', bytes: 10 * mebibyte }),
      ),
    ),
  );
  const body = JSON.stringify({ name: 'Ships', dictionaries: [] }).padEnd(2 * mebibyte);
  const send = (key: string) =>
    call<ProblemAnswer>(`${rig.server.url}${path}`, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body,
    });
  await whileGrowing(senders, async () => {
    await seen(3 * perTeam);
    const answer = await send(other.key);
    expect([answer.status, answer.body.code]).toEqual([201, undefined]);
    expect((await send(slow[0]?.key ?? '')).status).toBe(503);
  });
  close(senders);
  await seen(0);
});

test('slow uploads on the console leave room for other teams there', async () => {
  const consoleUrl = rig.server.consoleUrl;
  const users: { team: string; user: ConsoleUser }[] = [];
  for (const name of ['slow', 'other']) {
    const team = await seedTeam(rig.db, name);
    await seedUser(rig.db, team, `${name}@example.org`);
    users.push({ team, user: await signIn(consoleUrl, `${name}@example.org`) });
  }
  const [slow, other] = users;
  const path = `/api/teams/${slow?.team}/documents`;
  const announced = { path, token: slow?.user.token ?? '', contentType: formContentType, bytes: largest };
  const senders = await Promise.all(Array.from({ length: perTeam }, () => openSender(consoleUrl, announced)));
  for (const sender of senders) await sender.send(head);
  await whileGrowing(senders, async () => {
    await seen(perTeam);
    const { status } = await call(`${consoleUrl}/api/teams/${other?.team}/documents`, {
      method: 'POST',
      headers: bearer(other?.user.token ?? ''),
      body: uploadForm(largePage, { target_lang: 'EO', source_lang: 'EN' }),
    });
    expect(status).toBe(201);
  });
  close(senders);
  await seen(0);
});

test('everything is given back when a connection dies, at whatever moment', async () => {
  const teams = await seedTeams(rig.db, 20);
  const piece = Buffer.alloc(mebibyte / 4);
  await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const sender = await openUpload(teams[i % teams.length] as TestTeam);
      // From before the key is checked to after megabytes were taken.
      for (let pieces = i % 7; pieces > 0; pieces--) await sender.send(piece);
      if (i % 3 === 0) await new Promise((resolve) => setTimeout(resolve, i % 40));
      sender.socket.destroy();
    }),
  );
  await vi.waitFor(async () => expect(await held()).toEqual({ exchanges: 0, bytes: 0 }), patiently);
});
