import type { Team } from './api/queries.ts';
import { Notice } from './components/notice.tsx';
import { RelativeTime } from './components/relative-time.tsx';
import { Link } from './navigation.tsx';

/** On every page of a suspended team: why its keys are refused, and who can help. */
export function SuspendedNotice({ team, isOperator }: { team: Team; isOperator: boolean }) {
  const { id, name, suspended } = team;
  if (suspended === null) return null;
  return (
    <Notice kind="warn">
      <p>
        {name} was suspended <RelativeTime time={suspended.at} />: {suspended.reason}
      </p>
      {isOperator ? (
        <p>
          Calls with its keys are answered 403. <Link href={`/operator/teams/${id}`}>Resume it</Link> when the
          reason is gone.
        </p>
      ) : (
        <p>
          Calls with its keys are answered 403, and nothing of it can be changed. Ask whoever operates this
          service.
        </p>
      )}
    </Notice>
  );
}
