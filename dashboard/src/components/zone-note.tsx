import { timeZoneName } from '../lib/format.ts';
import { timeZone } from '../lib/locale.ts';
import { t } from '../lib/messages.ts';

/** Which zone the times of a page are in. The server counts by days of UTC, whatever zone is chosen. */
export function ZoneNote({ by }: { by: 'day' | 'hour' }) {
  return (
    <p className="quiet small">
      {by === 'day'
        ? t('Days are counted in UTC.')
        : t('Hours are in the time zone {zone} ({offset}).', { zone: timeZone(), offset: timeZoneName() })}
    </p>
  );
}
