/** Invitations to a team, for its owners. */
import Type from 'typebox';
import type { TeamInvitations } from '../../../accounts/users/team-invitations.ts';
import { done, mapOutcome } from '../../../lib/outcome.ts';
import { toWire } from '../../../lib/wire-shape.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { route } from '../../route.ts';
import { time } from '../../time-shapes.ts';
import { actorOf, teamOf } from './request-user.ts';
import { emailMember, linkSchema, readNewEmail, role } from './shapes.ts';

const listSchema = Type.Object({
  invitations: Type.Array(
    Type.Object({ id: Type.String(), email: Type.String(), role, created_at: time, expires_at: time }),
  ),
});
const inviteSchema = Type.Object({ email: emailMember, role });

const path = '/api/teams/:team/invitations';

export function invitationRoutes(invitations: TeamInvitations): RouteDefinition[] {
  return [
    route('GET', path, 'owner', {
      operationId: 'listInvitations',
      operators: ['support', 'read-only'],
      summary: 'List open invitations',
      response: { 200: listSchema },
      handler: async (request) => {
        const found = await invitations.list(teamOf(request).teamId);
        return done({ invitations: found.map(toWire) });
      },
    }),
    route('POST', path, 'owner', {
      operationId: 'invite',
      operators: ['support'],
      needsProof: true,
      summary: 'Create a link that invites someone to the team',
      body: inviteSchema,
      response: { 201: linkSchema },
      handler: async (request) => {
        const { email, role } = request.body;
        const { teamId } = teamOf(request);
        return mapOutcome(
          await invitations.invite(teamId, readNewEmail(email), role, actorOf(request)),
          toWire,
        );
      },
    }),
    route('DELETE', `${path}/:id`, 'owner', {
      operationId: 'revokeInvitation',
      operators: ['support'],
      summary: 'Revoke an invitation',
      handler: (request) => invitations.revoke(teamOf(request).teamId, request.params.id, actorOf(request)),
    }),
  ];
}
