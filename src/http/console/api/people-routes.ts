import Type from 'typebox';
import type { TeamPeople } from '../../../accounts/users/team-people.ts';
import { done, mapOutcome } from '../../../lib/outcome.ts';
import { toWire } from '../../../lib/wire-shape.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { route } from '../../route.ts';
import { timeOrNull } from '../../time-shapes.ts';
import { actorOf, sessionOf, teamOf } from './request-user.ts';
import { linkSchema, role } from './shapes.ts';

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
      has_second_factor: Type.Boolean({ description: 'false also if you may not reset it' }),
    }),
  ),
});

const path = '/api/teams/:team/people';
const one = `${path}/:id` as const;

export function peopleRoutes(people: TeamPeople): RouteDefinition[] {
  return [
    route('GET', path, 'viewer', {
      operationId: 'listPeople',
      operators: ['support', 'read-only'],
      summary: 'List the people in the team',
      response: { 200: peopleSchema },
      handler: async (request) => {
        const found = await people.list(teamOf(request).teamId, sessionOf(request));
        return done({ people: found.map(toWire) });
      },
    }),
    route('PATCH', one, 'owner', {
      operationId: 'setRole',
      needsProof: true,
      summary: "Change a person's role",
      problems: ['conflict'],
      body: Type.Object({ role }),
      handler: (request) =>
        people.setRole(teamOf(request).teamId, request.params.id, request.body.role, actorOf(request)),
    }),
    route('DELETE', one, 'owner', {
      operationId: 'removePerson',
      needsProof: true,
      summary: 'Remove a person from the team',
      problems: ['conflict'],
      handler: (request) => people.remove(teamOf(request).teamId, request.params.id, actorOf(request)),
    }),
    route('POST', `${one}/password-reset`, 'owner', {
      operationId: 'resetPassword',
      operators: ['support'],
      needsProof: true,
      summary: 'Create a link for choosing a new password',
      response: { 201: linkSchema },
      handler: async (request) => {
        const { teamId } = teamOf(request);
        const by = sessionOf(request);
        const made = await people.resetPassword(teamId, request.params.id, by, actorOf(request));
        return mapOutcome(made, toWire);
      },
    }),
    route('POST', `${one}/second-factor-reset`, 'owner', {
      operationId: 'resetSecondFactor',
      operators: ['support'],
      needsProof: true,
      summary: 'Create a link for choosing a new password without the second factor',
      description: 'Ends all sessions of the person. The factor stays until the link is used.',
      problems: ['conflict'],
      response: { 201: linkSchema },
      handler: async (request) => {
        const { teamId } = teamOf(request);
        const by = sessionOf(request);
        return mapOutcome(await people.resetFactor(teamId, request.params.id, by, actorOf(request)), toWire);
      },
    }),
  ];
}
