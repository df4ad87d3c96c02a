import type { Caller } from '../../auth/caller.ts';
import type { LanguageRoutes } from '../../translate/routing/language-routes.ts';
import type { DialectParts } from './dialect-parts.ts';

/**
 * Reads a request by the routes of its key. What only the other engines of the team offer is read by those: the call is then
 * refused as one that its key may not make, and not as one that this server does not offer.
 */
export function withinRights<T>(
  routesFor: DialectParts['routesFor'],
  { engines, own }: Pick<Caller, 'engines' | 'own'>,
  read: (routes: LanguageRoutes) => T,
): T {
  try {
    return read(routesFor(engines));
  } catch (error) {
    if (own?.teamEngines === undefined) throw error;
    return read(routesFor(own.teamEngines.ids));
  }
}
