/** Shows the suspension of a team above every page, and disables the actions that the server would reject. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Me, Team } from './api/queries.ts';
import { Notice } from './components/notice.tsx';
import { RelativeTime } from './components/relative-time.tsx';
import { formatTime } from './format.ts';
import { Link } from './navigation.tsx';

/** While a team is suspended, operators may still make a `change`, but no user may make a `call`. */
export type Need = 'change' | 'call';

const Refused = createContext<readonly Need[]>([]);

export function TeamStanding({ me, team, children }: { me: Me; team: Team; children: ReactNode }) {
  const { suspended } = team;
  const refused: readonly Need[] =
    suspended === null ? [] : me.user.is_operator ? ['call'] : ['call', 'change'];
  return (
    <Refused value={refused}>
      {suspended !== null && (
        <Notice kind="bad">
          <p>
            <strong>{team.name} is suspended</strong> since {formatTime(suspended.at)} (
            <RelativeTime time={suspended.at} />
            ): {suspended.reason}
          </p>
          <p>
            Calls with its keys are refused with 403 <code>forbidden</code>.{' '}
            {me.user.is_operator ? (
              <>
                As an operator, you can still change the team, and{' '}
                <Link href={`/operator/teams/${team.id}`}>resume it</Link> once the reason no longer applies.
              </>
            ) : (
              'You can view everything but change nothing. Ask the operator of this service to resume the team.'
            )}
          </p>
        </Notice>
      )}
      {children}
    </Refused>
  );
}

/** Why the action would be rejected now; undefined if it is allowed. */
export function useRefusal(need: Need | undefined): string | undefined {
  const refused = useContext(Refused);
  return need !== undefined && refused.includes(need) ? 'The team is suspended.' : undefined;
}
