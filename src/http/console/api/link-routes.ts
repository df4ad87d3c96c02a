/** Invitation and password-reset links. The token is in the body, so that it never appears in URL logs. */
import Type from 'typebox';
import type { AccessLinks } from '../../../accounts/users/access-links.ts';
import { mapOutcome } from '../../../lib/outcome.ts';
import { toWire } from '../../../lib/wire-shape.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { route } from '../../route.ts';
import { originOf } from './request-user.ts';
import { passwordMember, readNewPassword, tokenMember } from './shapes.ts';

const linkSchema = Type.Object({
  kind: Type.Enum(['invitation', 'password_reset']),
  email: Type.String(),
  team: Type.String(),
  resets_second_factor: Type.Boolean({ description: 'whether a new password removes the second factor' }),
});

export function linkRoutes(links: AccessLinks): RouteDefinition[] {
  return [
    route('POST', '/api/links/look', 'open', {
      operationId: 'lookAtLink',
      summary: 'Read what a link is for',
      problems: ['not_found', 'rate_limited'],
      body: Type.Object({ token: tokenMember }),
      response: { 200: linkSchema },
      handler: async (request) => {
        const found = await links.look(request.body.token, originOf(request));
        return mapOutcome(found, toWire);
      },
    }),
    route('POST', '/api/links/accept', 'open', {
      operationId: 'acceptLink',
      summary: 'Join a team, or choose a new password',
      problems: ['not_found', 'unauthorized', 'rate_limited'],
      body: Type.Object({ token: tokenMember, password: passwordMember }),
      handler: async (request) => {
        const { token, password } = request.body;
        return links.accept(token, readNewPassword(password), originOf(request));
      },
    }),
  ];
}
