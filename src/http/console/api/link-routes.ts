/** Invitation and password-reset links. The token is in the body, so that it never appears in URL logs. */
import Type, { type Static } from 'typebox';
import type { AccessLinks } from '../../../accounts/users/access-links.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { sendProblem } from '../../problem-reply.ts';
import { originOf } from './acting.ts';
import { passwordMember, readNewPassword, tokenMember } from './shapes.ts';

const lookSchema = Type.Object({ token: tokenMember });
const linkSchema = Type.Object({
  kind: Type.Enum(['invitation', 'password_reset']),
  email: Type.String(),
  team: Type.String(),
  has_account: Type.Boolean(),
});
const acceptSchema = Type.Object({ token: tokenMember, password: passwordMember });

export function linkRoutes(links: AccessLinks): RouteDefinition[] {
  return [
    {
      method: 'POST',
      url: '/api/links/look',
      access: 'open',
      describes: {
        operationId: 'lookAtLink',
        summary: 'Read what a link is for',
        problems: ['not_found', 'rate_limited'],
      },
      schema: { body: lookSchema, response: { 200: linkSchema } },
      handler: async (request, reply) => {
        const { token } = request.body as Static<typeof lookSchema>;
        const found = await links.look(token, originOf(request));
        if (!found.ok) return sendProblem(reply, found.problem);
        const { kind, email, team, hasAccount } = found.value;
        return { kind, email, team, has_account: hasAccount };
      },
    },
    {
      method: 'POST',
      url: '/api/links/accept',
      access: 'open',
      describes: {
        operationId: 'acceptLink',
        summary: 'Join a team, or choose a new password',
        problems: ['not_found', 'unauthorized', 'rate_limited'],
      },
      schema: { body: acceptSchema },
      handler: async (request, reply) => {
        const { token, password } = request.body as Static<typeof acceptSchema>;
        const accepted = await links.accept(token, readNewPassword(password), originOf(request));
        return accepted.ok ? reply.code(204).send() : sendProblem(reply, accepted.problem);
      },
    },
  ];
}
