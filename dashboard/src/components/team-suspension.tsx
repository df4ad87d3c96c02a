/** Shows the suspension of a team above every page, and disables the actions that the server would reject. */
import type { ReactNode } from 'react';
import type { Me, Team } from '../api/queries.ts';
import { formatTime } from '../lib/format.ts';
import { Link } from '../state/navigation.tsx';
import { type Need, RefusedActions } from '../state/refused-actions.ts';
import { Notice } from './notice.tsx';
import { RelativeTime } from './relative-time.tsx';

export function TeamSuspension({ me, team, children }: { me: Me; team: Team; children: ReactNode }) {
  const { suspended } = team;
  const refused: readonly Need[] =
    suspended === null ? [] : me.user.is_operator ? ['call'] : ['call', 'change'];
  return (
    <RefusedActions value={refused}>
      {suspended !== null && (
        <Notice kind="bad">
          <p>
            <strong>{team.name} is suspended</strong> since {formatTime(suspended.at)} (
            <RelativeTime time={suspended.at} />
            ): {suspended.reason}
          </p>
          {me.user.is_operator ? (
            <p>
              Calls with its keys are refused with 403 <code>forbidden</code>. As an operator, you can still
              change the team, and <Link href={`/operator/teams/${team.id}`}>resume it</Link> once the reason
              no longer applies.
            </p>
          ) : (
            <p>
              Calls with its keys are refused with 403 <code>forbidden</code>. You can view everything but
              change nothing. Ask the operator of this service to resume the team.
            </p>
          )}
        </Notice>
      )}
      {children}
    </RefusedActions>
  );
}
