import { t } from '../../../lib/messages.ts';

/** In place of a part that did not answer in time. The summary says what to do. */
export function SilentPart() {
  return <p className="warn">{t('This part does not respond.')}</p>;
}
