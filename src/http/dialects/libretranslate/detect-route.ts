import Type from 'typebox';
import { done } from '../../../lib/outcome.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { callerOf } from '../../public/request-caller.ts';
import { invalidRequest } from '../../refusals.ts';
import { route } from '../../route.ts';
import { detectOne } from '../detect-language.ts';
import type { DialectParts } from '../dialect-parts.ts';
import { membersOf } from '../request-members.ts';
import { showDetected } from './shown-languages.ts';

/** Not charged: it counts as a request that is not a call. */
export function detectRoute({ routesFor }: DialectParts): RouteDefinition {
  return route('POST', '/detect', 'translate', {
    bodyLimit: requestLimits.maxTranslateBodyBytes,
    response: { 200: Type.Any() },
    handler: async (request) => {
      const { q } = membersOf(request);
      // Of a list, the detector reads the beginning, as it does of a long text.
      const text = Array.isArray(q) ? q.filter((one) => typeof one === 'string').join('\n') : q;
      if (typeof text !== 'string' || text === '')
        throw invalidRequest('Invalid request: missing q parameter');
      const { teamId, engines } = callerOf(request);
      return done([showDetected(await detectOne(text, routesFor(engines), teamId), text)]);
    },
  });
}
