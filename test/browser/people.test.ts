/** The people of a team on the dashboard: invitations, roles, sessions. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { seedTeam, seedUser } from '../support/console-client.ts';
import { longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { choiceOf, choose } from './support/choose.ts';
import { hostileNames, sharedVisit, signInOn, useBrowser } from './support/dashboard.ts';
import { axeFindings } from './support/findings.ts';

const service = useServer();
const browser = useBrowser();
const [owner, second, member] = ['owner@example.org', 'second@example.org', 'member@example.org'];
const shared = 'shared@example.org';
let db: Database;
let team: string;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, owner);
  await seedUser(db, team, member, 'member');
  await seedUser(db, team, shared, 'viewer');
  const other = await seedTeam(db, hostileNames[0] ?? '');
  await db.query(
    "INSERT INTO team_members (team_id, user_id, role) SELECT $1, id, 'viewer' FROM users WHERE email = $2",
    [other, shared],
  );
});
afterAll(() => db.end());

async function open(email: string): Promise<{ page: Page; complaints: string[] }> {
  const visited = await browser.visit(service.server.consoleUrl);
  await signInOn(visited.page, email);
  return visited;
}
const visitOfOwner = sharedVisit(() => open(owner));
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('an open invitation is listed with its end, and its link is dead once it is revoked', async () => {
  const { page, complaints } = await visitOfOwner();
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByText('Pending invitations appear here').waitFor();
  await press(page, 'Invite a person');
  await page.getByLabel('E-mail address').fill('new@example.org');
  await press(page, 'Create the link');
  const link = (await page.locator('code.secret').textContent()) ?? '';
  await press(page, 'Done');
  await page.getByText('You have not copied this link').waitFor();
  await press(page, 'Copy the link');
  await press(page, 'Done');
  const row = page.getByRole('row', { name: /^new@example.org/ });
  await row.waitFor();
  expect((await row.getByRole('cell').allTextContents()).slice(0, 4)).toEqual([
    'new@example.org',
    'member',
    'just now',
    'in 3 days',
  ]);
  const { page: guest } = await browser.visit(service.server.consoleUrl);
  await guest.goto(link);
  await guest.getByLabel('Password').waitFor();
  await press(page, 'Revoke the invitation of new@example.org');
  await row.waitFor({ state: 'detached' });
  await guest.reload();
  await guest.getByText('This link has already been used or has expired').waitFor();
  expect(complaints).toEqual([]);
});

test('roles change at once; the last owner is protected, and asked before becoming less', async () => {
  const { page, complaints } = await visitOfOwner();
  await page.getByRole('link', { name: 'People' }).click();
  const roleOf = (email: string) => choiceOf(page, `Role of ${email}`);
  await page.getByText('Last owner').waitFor();
  expect(await roleOf(owner).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: `Remove ${owner}` }).count()).toBe(0);

  await seedUser(db, team, second, 'member');
  await page.reload();
  await choose(page, `Role of ${second}`, 'owner');
  await page.getByText('Last owner').waitFor({ state: 'detached' });
  await choose(page, `Role of ${owner}`, 'member');
  const dialog = page.getByRole('dialog', { name: 'Change your own role' });
  await dialog.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(page, 'Cancel');
  expect(await roleOf(owner).textContent()).toBe('owner');
  await choose(page, `Role of ${owner}`, 'member');
  await press(page, 'Become a member');
  // What only owners do is gone from the page and from the side bar, without a reload.
  await page.getByRole('link', { name: 'Audit log' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Invite a person' }).waitFor({ state: 'detached' });

  const { page: next } = await open(second);
  await next.getByRole('link', { name: 'People' }).click();
  await choose(next, `Role of ${owner}`, 'owner');
  await expect
    .poll(
      async () =>
        (await db.query("SELECT 1 FROM team_members WHERE role = 'owner' AND team_id = $1", [team])).rowCount,
    )
    .toBe(2);
  await press(next, `Remove ${second}`);
  await press(next, 'Remove');
  await next.getByText('You do not belong to any team').waitFor();
  expect(complaints).toEqual([]);
});

longTest(
  'an owner ends the session of a member, who has to sign in again; one who is in other teams is left alone',
  async () => {
    const { page: there } = await open(member);
    await open(shared);
    const { page, complaints } = await open(owner);
    await page.getByRole('link', { name: 'People' }).click();
    const sessions = page.getByRole('region', { name: 'Signed in now' });
    await sessions.getByText('this session').waitFor();
    await sessions.getByRole('row', { name: new RegExp(`^${shared}.*Ask the operator`) }).waitFor();
    expect(await page.getByRole('button', { name: `Reset password of ${shared}` }).count()).toBe(0);
    await sessions.getByRole('button', { name: `End the session of ${member}` }).click();
    await sessions.getByRole('row', { name: new RegExp(`^${member}`) }).waitFor({ state: 'detached' });
    await there.getByRole('link', { name: 'Usage' }).click();
    await there.getByRole('heading', { name: 'Sign in' }).waitFor();

    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('row', { name: new RegExp(`${owner}.*Ended a session of ${member}`) }).waitFor();
    expect(complaints).toEqual([]);
  },
);
