import Type, { type Static } from 'typebox';
import type { TeamPeople } from '../../../accounts/users/team-people.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { sendProblem } from '../../problem-reply.ts';
import { timeOrNull } from '../../time-shapes.ts';
import { actorOf, idOf, sessionOf, teamOf } from './acting.ts';
import { sendDone, sendLink } from './answers.ts';
import { link, role } from './shapes.ts';

const peopleSchema = Type.Object({
  people: Type.Array(
    Type.Object({
      id: Type.String(),
      email: Type.String(),
      role,
      last_seen_at: timeOrNull,
      is_owned: Type.Boolean({
        description: 'whether you may reset the password and end the sessions of this person',
      }),
    }),
  ),
});
const roleSchema = Type.Object({ role });

const path = '/api/teams/:team/people';
const one = `${path}/:id`;

export function peopleRoutes(people: TeamPeople): RouteDefinition[] {
  return [
    {
      method: 'GET',
      url: path,
      access: 'viewer',
      describes: { operationId: 'listPeople', summary: 'List the people in the team' },
      schema: { response: { 200: peopleSchema } },
      handler: async (request) => {
        const found = await people.list(teamOf(request).teamId, sessionOf(request));
        return {
          people: found.map(({ id, email, role, lastSeenAt, isOwned }) => ({
            id,
            email,
            role,
            last_seen_at: lastSeenAt?.toISOString() ?? null,
            is_owned: isOwned,
          })),
        };
      },
    },
    {
      method: 'PATCH',
      url: one,
      access: 'owner',
      describes: { operationId: 'setRole', summary: "Change a person's role", problems: ['conflict'] },
      schema: { body: roleSchema },
      handler: async (request, reply) => {
        const { role } = request.body as Static<typeof roleSchema>;
        const { teamId } = teamOf(request);
        return sendDone(reply, await people.setRole(teamId, idOf(request), role, actorOf(request)));
      },
    },
    {
      method: 'DELETE',
      url: one,
      access: 'owner',
      describes: {
        operationId: 'removePerson',
        summary: 'Remove a person from the team',
        problems: ['conflict'],
      },
      handler: async (request, reply) =>
        sendDone(reply, await people.remove(teamOf(request).teamId, idOf(request), actorOf(request))),
    },
    {
      method: 'POST',
      url: `${one}/password-reset`,
      access: 'owner',
      describes: { operationId: 'resetPassword', summary: 'Create a link for choosing a new password' },
      schema: { response: { 201: link } },
      handler: async (request, reply) => {
        const { teamId } = teamOf(request);
        const by = sessionOf(request);
        const made = await people.resetPassword(teamId, idOf(request), by, actorOf(request));
        return made.ok ? sendLink(reply, made.value) : sendProblem(reply, made.problem);
      },
    },
  ];
}
