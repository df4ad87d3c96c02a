import { useEffect, useState } from 'react';
import { formatRelative, formatTime } from '../lib/format.ts';
import { t } from '../lib/messages.ts';

const everyMs = 10_000;

/** A relative time; hovering shows the exact one. */
export function RelativeTime({ time, never = t('never') }: { time: string | null; never?: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  if (time === null) return <span className="quiet">{never}</span>;
  return (
    <time dateTime={time} title={formatTime(time)}>
      {formatRelative(time, Math.max(now, Date.now()))}
    </time>
  );
}
