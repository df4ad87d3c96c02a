/** Invitations to a team, for its owners. */
import Type, { type Static } from 'typebox';
import type { TeamInvitations } from '../../../accounts/users/team-invitations.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { time } from '../../time-shapes.ts';
import { actorOf, idOf, teamOf } from './acting.ts';
import { sendDone, sendLink } from './answers.ts';
import { emailMember, link, readEmail, role } from './shapes.ts';

const listSchema = Type.Object({
  invitations: Type.Array(
    Type.Object({ id: Type.String(), email: Type.String(), role, created_at: time, expires_at: time }),
  ),
});
const inviteSchema = Type.Object({ email: emailMember, role });

const path = '/api/teams/:team/invitations';

export function invitationRoutes(invitations: TeamInvitations): RouteDefinition[] {
  return [
    {
      method: 'GET',
      url: path,
      access: 'owner',
      describes: { operationId: 'listInvitations', summary: 'List open invitations' },
      schema: { response: { 200: listSchema } },
      handler: async (request) => {
        const found = await invitations.list(teamOf(request).teamId);
        return {
          invitations: found.map(({ id, email, role, createdAt, expiresAt }) => ({
            id,
            email,
            role,
            created_at: createdAt.toISOString(),
            expires_at: expiresAt.toISOString(),
          })),
        };
      },
    },
    {
      method: 'POST',
      url: path,
      access: 'owner',
      describes: { operationId: 'invite', summary: 'Create a link that invites someone to the team' },
      schema: { body: inviteSchema, response: { 201: link } },
      handler: async (request, reply) => {
        const body = request.body as Static<typeof inviteSchema>;
        const email = readEmail(body.email);
        const made = await invitations.invite(teamOf(request).teamId, email, body.role, actorOf(request));
        return sendLink(reply, made);
      },
    },
    {
      method: 'DELETE',
      url: `${path}/:id`,
      access: 'owner',
      describes: { operationId: 'revokeInvitation', summary: 'Revoke an invitation' },
      handler: async (request, reply) => {
        const { teamId } = teamOf(request);
        return sendDone(reply, await invitations.revoke(teamId, idOf(request), actorOf(request)));
      },
    },
  ];
}
