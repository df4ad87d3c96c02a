import { endOfId } from '../lib/equal-names.ts';
import { t } from '../lib/messages.ts';
import { Link } from '../state/navigation.tsx';

interface TeamLinkProps {
  readonly id: string;
  readonly name: string;
  /** Whether another one of the list looks the same: the end of the id tells them apart. */
  readonly isEqual?: boolean;
}

/** The name of a team, which leads to its page for operators. */
export function TeamLink({ id, name, isEqual = false }: TeamLinkProps) {
  return (
    <>
      <Link className="row-link" href={`/operator/teams/${encodeURIComponent(id)}`}>
        {name}
      </Link>
      {isEqual && <span className="quiet small mono"> {endOfId(id)}</span>}
    </>
  );
}

/** After the teams that are shown. */
export function moreTeams(count: number): string {
  return t('{count, plural, one {and # more team} other {and # more teams}}', { count });
}
