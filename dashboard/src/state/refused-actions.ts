/** The actions that the server would reject now, because the team is suspended. */
import { createContext, useContext } from 'react';
import { t } from '../lib/messages.ts';

/** While a team is suspended, operators may still make a `change`, but no user may make a `call`. */
export type Need = 'change' | 'call';

export const RefusedActions = createContext<readonly Need[]>([]);

/** Why the action would be rejected now; undefined if it is allowed. */
export function useRefusal(need: Need | undefined): string | undefined {
  const refused = useContext(RefusedActions);
  return need !== undefined && refused.includes(need) ? t('The team is suspended.') : undefined;
}
