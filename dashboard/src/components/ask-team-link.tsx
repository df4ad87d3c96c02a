import { t } from '../lib/messages.ts';
import { Link } from '../state/navigation.tsx';

/** The next step for somebody who may not take it: the people who may. */
export function AskTeamLink() {
  return (
    <Link className="button" href="/people">
      {t('See who is in the team')}
    </Link>
  );
}
