import type { OperatedTeam } from '../../../api/operated-team.ts';
import { t } from '../../../lib/messages.ts';

export function StateTag({ suspended }: Pick<OperatedTeam, 'suspended'>) {
  if (suspended === null) return <span className="tag">{t('active')}</span>;
  return (
    <span className="tag tag-bad" title={suspended.reason}>
      {t('suspended')}
    </span>
  );
}
