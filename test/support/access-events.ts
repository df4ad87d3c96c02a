/** What can happen to somebody's access to a team, by the functions that the routes and commands call. */
import { eraseTeam } from '../../src/accounts/erasure.ts';
import { resumeTeam, suspendTeam } from '../../src/accounts/suspension.ts';
import { createAccessLinks } from '../../src/accounts/users/access-links.ts';
import { createSessions, type Session, userActor } from '../../src/accounts/users/sessions.ts';
import { createTeamInvitations } from '../../src/accounts/users/team-invitations.ts';
import { createTeamPeople } from '../../src/accounts/users/team-people.ts';
import { setPassword } from '../../src/accounts/users/users.ts';
import type { Outcome } from '../../src/lib/outcome.ts';
import type { TeamRole } from '../../src/lib/team-role.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import { type Database, inTransaction } from '../../src/store/postgres/database.ts';
import { endSessions } from '../../src/store/postgres/sessions.ts';
import { insertUser, setRole } from '../../src/store/postgres/users.ts';
import { seedTeam, testPassword } from './console-client.ts';
import { testActor } from './test-actor.ts';

export interface SeededPerson {
  readonly id: string;
  readonly email: string;
}

/** A team with an owner who stays, a maker of links, and a person. */
export interface Scene {
  readonly team: string;
  readonly name: string;
  readonly owner: SeededPerson;
  readonly maker: SeededPerson;
  readonly person: SeededPerson;
  readonly personRole: TeamRole;
}

let last = 0;

function next(): number {
  last += 1;
  return last;
}

/** `passwordHash`: of `testPassword`. Hashing it for every person would take most of the time. */
export async function seedScene(
  db: Database,
  passwordHash: string,
  { makerIsOperator = false, personIsOperator = false, personRole = 'member' as TeamRole } = {},
): Promise<Scene> {
  const number = next();
  const name = `Scene ${number}`;
  const team = await seedTeam(db, name);
  const add = async (who: string, role: TeamRole, isOperator = false) => {
    const user = { id: uuidV7(), email: `${who}${number}@example.org` };
    await inTransaction(db, async (connection) => {
      await insertUser(connection, { ...user, passwordHash, isOperator });
      await setRole(connection, team, user.id, role);
    });
    return user;
  };
  const owner = await add('owner', 'owner');
  const maker = await add('maker', 'owner', makerIsOperator);
  return { team, name, owner, maker, person: await add('person', personRole, personIsOperator), personRole };
}

export function sessionOf({ id, email }: SeededPerson, isOperator = false): Session {
  const operatorRole = isOperator ? 'full' : null;
  const factor = {
    hasFactor: false,
    hasApp: false,
    hasPasskeys: false,
    mustSetUpFactor: false,
    isProven: true,
  };
  return { id: uuidV7(), userId: id, email, operatorRole, issuer: null, expiresAt: new Date(), ...factor };
}

export const withPasswords = { isOn: true, breakGlass: undefined };

export function originOf(number: number) {
  return { address: `10.1.${number >> 8}.${number & 255}`, browser: 'test', requestId: uuidV7() };
}

export function actorOf(person: SeededPerson) {
  return userActor({ userId: person.id, email: person.email }, originOf(1));
}

type Who = (scene: Scene) => SeededPerson;
type Event = (db: Database, scene: Scene) => Promise<unknown>;

async function mustWork<T>(work: Promise<Outcome<T>>): Promise<T> {
  const outcome = await work;
  if (!outcome.ok) throw new Error(`the event did not happen: ${outcome.problem.detail}`);
  return outcome.value;
}

const lower: Readonly<Record<TeamRole, TeamRole>> = {
  owner: 'member',
  member: 'viewer',
  viewer: 'translator',
  translator: 'viewer',
};
const newPassword = 'a whole new password';

const removed =
  (who: Who): Event =>
  (db, scene) =>
    mustWork(createTeamPeople(db, withPasswords).remove(scene.team, who(scene).id, actorOf(scene.owner)));
const role =
  (who: Who, to: (scene: Scene) => TeamRole): Event =>
  (db, scene) =>
    mustWork(
      createTeamPeople(db, withPasswords).setRole(scene.team, who(scene).id, to(scene), actorOf(scene.owner)),
    );
const ownPassword =
  (who: Who): Event =>
  (db, scene) => {
    const session = sessionOf(who(scene));
    return mustWork(
      createSessions(db, withPasswords, false).changePassword(
        session,
        testPassword,
        newPassword,
        originOf(next()),
      ),
    );
  };
/** By a link of an operator, which any account may get. */
const passwordByLink =
  (who: Who): Event =>
  async (db, scene) => {
    const operator = await seedOperator(db);
    const by = sessionOf(operator, true);
    const people = createTeamPeople(db, withPasswords);
    const made = people.resetPassword(scene.team, who(scene).id, by, actorOf(operator));
    const { token } = await mustWork(made);
    return mustWork(createAccessLinks(db, withPasswords).accept(token, newPassword, originOf(next())));
  };
const passwordByCommand =
  (who: Who): Event =>
  (db, scene) =>
    setPassword(db, who(scene).email, newPassword, testActor);
const signedOut =
  (who: Who): Event =>
  (db, scene) =>
    inTransaction(db, (connection) => endSessions(connection, who(scene).id));

async function seedOperator(db: Database): Promise<SeededPerson> {
  const operator = { id: uuidV7(), email: `operator${next()}@example.org` };
  await inTransaction(db, (connection) =>
    insertUser(connection, { ...operator, passwordHash: 'none', isOperator: true }),
  );
  return operator;
}

const inOrder =
  (...events: Event[]): Event =>
  async (db, scene) => {
    for (const event of events) await event(db, scene);
  };
const suspended: Event = (db, { team }) => suspendTeam(db, team, 'test', testActor);
const maker: Who = (scene) => scene.maker;
const person: Who = (scene) => scene.person;

/** Of a link alone: sessions have no maker. */
export const makerEvents: Readonly<Record<string, Event>> = {
  'maker removed': removed(maker),
  'maker removed, then added again': inOrder(removed(maker), (db, { team, maker }) =>
    inTransaction(db, (connection) => setRole(connection, team, maker.id, 'owner')),
  ),
  'maker demoted': role(maker, () => 'member'),
  'maker demoted, then promoted again': inOrder(
    role(maker, () => 'member'),
    role(maker, () => 'owner'),
  ),
  'maker changed the password': ownPassword(maker),
  'maker used a link to a new password': passwordByLink(maker),
  'maker got a password on the server': passwordByCommand(maker),
  'maker signed out everywhere': signedOut(maker),
};

export const personEvents: Readonly<Record<string, Event>> = {
  'person removed': removed(person),
  'role of the person lowered': role(person, ({ personRole }) => lower[personRole]),
  'person changed the password elsewhere': ownPassword(person),
  'person used another link to a new password': passwordByLink(person),
  'person got a password on the server': passwordByCommand(person),
  'person signed out everywhere': signedOut(person),
  'person joined a team of others': async (db, { person }) => {
    const other = await seedTeam(db, 'Others');
    const operator = await seedOperator(db);
    const { invite } = createTeamInvitations(db);
    const { token } = await mustWork(invite(other, person.email, 'member', actorOf(operator)));
    await mustWork(createAccessLinks(db, withPasswords).accept(token, testPassword, originOf(next())));
  },
};

export const teamEvents: Readonly<Record<string, Event>> = {
  'team suspended': suspended,
  'team suspended, then resumed': inOrder(suspended, (db, { team }) =>
    resumeTeam(db, team, 'test', testActor),
  ),
  'team erased': inOrder(suspended, (db, { team, name }) => eraseTeam(db, team, name, testActor)),
};
