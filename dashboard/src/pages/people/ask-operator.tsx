import { t } from '../../lib/messages.ts';

/** In place of an action that only the operator may take on this person. */
export function AskOperator({ title }: { title: string }) {
  return (
    <span className="quiet small" title={title}>
      {t('Ask the operator')}
    </span>
  );
}
