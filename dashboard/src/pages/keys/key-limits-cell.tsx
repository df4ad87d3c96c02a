import type { Key } from '../../api/queries.ts';
import { expiresSoon, hasLimits } from '../../components/keys/key-limit-values.ts';
import { Meter } from '../../components/meter.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { limitName } from '../../components/role-words.ts';
import { formatList, formatNumber, formatPercent } from '../../lib/format.ts';
import { Message } from '../../lib/message.tsx';
import { t } from '../../lib/messages.ts';

/** The limits that a key has of its own: its end, what is left of its budget, then the others. */
export function KeyLimitsCell({ limited }: { limited: Key }) {
  const { expires_at, monthly_characters, revoked_at } = limited;
  const others = otherLimits(limited);
  const isOver = revoked_at !== null;
  if (!hasLimits(limited)) return <span className="quiet">–</span>;
  return (
    <div className="key-limits">
      {expires_at !== null && !isOver && (
        <div className={expiresSoon(expires_at, Date.now()) ? 'tag tag-warn' : undefined}>
          <Message
            text="expires {relativeTime}"
            values={{ relativeTime: <RelativeTime time={expires_at} /> }}
          />
        </div>
      )}
      {monthly_characters !== null && <Budget limited={limited} whole={monthly_characters} />}
      {others.length > 0 && <div className="quiet small wrap">{formatList(others)}</div>}
    </div>
  );
}

function Budget({ limited: { name, characters_left }, whole }: { limited: Key; whole: number }) {
  const left = Math.max(0, characters_left ?? whole);
  return (
    <div>
      {t('{left} of {whole} left', { left: formatNumber(left), whole: formatNumber(whole) })}
      <Meter
        part={whole - left}
        whole={whole}
        label={(percent) =>
          t('{percent} of the budget of {name} is used', { percent: formatPercent(percent), name })
        }
      />
    </div>
  );
}

function otherLimits(key: Key): string[] {
  const { networks, engines, language_pairs, requests_per_second, characters_per_minute } = key;
  return [
    ...(networks === null
      ? []
      : [t('{count, plural, one {# network} other {# networks}}', { count: networks.length })]),
    ...(engines ?? []),
    ...(language_pairs ?? []),
    ...rate('requests_per_second', requests_per_second),
    ...rate('characters_per_minute', characters_per_minute),
  ];
}

function rate(limit: string, value: number | null): string[] {
  return value === null
    ? []
    : [t('{limit}: {value}', { limit: limitName(limit), value: formatNumber(value) })];
}
