/** Shows the suspension of a team above every page, and disables the actions that the server would reject. */
import type { ReactNode } from 'react';
import type { Me, Team } from '../api/queries.ts';
import { formatTime } from '../lib/format.ts';
import { Message } from '../lib/message.tsx';
import { Link } from '../state/navigation.tsx';
import { type Need, RefusedActions } from '../state/refused-actions.ts';
import { Notice } from './notice.tsx';
import { RelativeTime } from './relative-time.tsx';

export function TeamSuspension({ me, team, children }: { me: Me; team: Team; children: ReactNode }) {
  const { suspended } = team;
  const refused: readonly Need[] =
    suspended === null ? [] : me.user.operator_role === 'full' ? ['call'] : ['call', 'change'];
  return (
    <RefusedActions value={refused}>
      {suspended !== null && (
        <Notice kind="bad">
          <p>
            <Message
              text="<strong>{team} is suspended</strong> since {at} ({relativeTime}): {reason}"
              values={{
                team: team.name,
                at: formatTime(suspended.at),
                relativeTime: <RelativeTime time={suspended.at} />,
                reason: suspended.reason,
              }}
            />
          </p>
          {me.user.operator_role === 'full' ? (
            <p>
              <Message
                text="Calls with its keys are refused with 403 <code>forbidden</code>. As an operator, you can still change the team, and <link>resume it</link> once the reason no longer applies."
                values={{ link: (content) => <Link href={`/operator/teams/${team.id}`}>{content}</Link> }}
              />
            </p>
          ) : (
            <p>
              <Message text="Calls with its keys are refused with 403 <code>forbidden</code>. You can view everything but change nothing. Ask the operator of this service to resume the team." />
            </p>
          )}
        </Notice>
      )}
      {children}
    </RefusedActions>
  );
}
