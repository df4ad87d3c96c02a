import { useEffect, useState } from 'react';
import { Refusal } from '../api/client.ts';
import { stoppedAfterMs } from '../api/poll-interval.ts';
import { formatNumber } from '../lib/format.ts';
import { Message } from '../lib/message.tsx';
import { t, tIn } from '../lib/messages.ts';
import { useNow } from '../state/now.ts';
import { Button } from './button.tsx';
import { errorWords } from './problem-words.ts';

/** A problem, and what to do about it. */
export interface Finding {
  /** `bad`: calls fail. `warn`: calls may fail soon. */
  readonly level: 'bad' | 'warn';
  readonly what: string;
  readonly todo: string;
  /** The page of the documentation that says more, as a path. */
  readonly docs?: string;
}

const found = (level: Finding['level']) => (what: string, todo: string, docs?: string) => ({
  level,
  what,
  todo,
  ...(docs !== undefined && { docs }),
});

export const problem = found('bad');
export const warning = found('warn');

/** A node that enforces rate limits on its own. */
export function noRedis(node: string, docs?: string): Finding {
  return warning(
    t('{node} cannot reach Redis.', { node }),
    t(
      'Check REDIS_URL and whether Redis is running. Until then, the node serves calls and enforces its share of the rate limits on its own.',
    ),
    docs,
  );
}

/** What needs action first comes first. */
export function byLevel(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => Number(b.level === 'bad') - Number(a.level === 'bad'));
}

const titles = () => ({
  good: tIn('installation', 'Healthy'),
  warn: t('Warnings'),
  bad: t('Problems'),
  old: t('Unknown'),
});

interface LiveStateProps {
  readonly findings: readonly Finding[];
  /** What there is, in a sentence. */
  readonly description: string;
  readonly answeredAt: number;
  /** Whether an answer is awaited. */
  readonly isAsking: boolean;
  readonly error: Error | null;
  /** How often the page asks. A server that works has answered after twice this time. */
  readonly refreshMs: number;
  readonly onRefresh: () => void;
}

/** Overall state of what a page watches, with the problems and what to do about them. */
export function LiveState(props: LiveStateProps) {
  const { findings, description, answeredAt, isAsking, error, refreshMs, onRefresh } = props;
  const now = useNow();
  const ageMs = now - answeredAt;
  const isSilent = useWaitingMs(isAsking, now) > 2 * refreshMs;
  const isStopped = !isAsking && ageMs > stoppedAfterMs;
  const isOld = error !== null || isSilent || isStopped;
  const state = isOld ? 'old' : (findings[0]?.level ?? 'good');
  return (
    <section className={`summary summary-${state}`} aria-labelledby="summary">
      <div className="row between">
        <h2 id="summary" aria-live="polite">
          {titles()[state]}
        </h2>
        <span className={isOld ? 'age warn small' : 'age quiet small'} data-testid="age">
          {t('Updated {seconds} s ago', { seconds: formatNumber(Math.max(0, Math.floor(ageMs / 1_000))) })}
        </span>
      </div>
      <p className="quiet">
        {error !== null || isSilent
          ? t('These figures are out of date. {message} The page tries again by itself.', {
              message: error === null ? t('The server does not respond.') : errorWords(error),
            })
          : isStopped
            ? t('Nothing has changed for a while, so the page has stopped asking for new figures.')
            : description}
      </p>
      {error instanceof Refusal && error.code === 'service_unavailable' && (
        <p>
          <Message
            text="Usually Postgres does not respond. To find out, run <code>{command}</code> on the server."
            values={{ command: 'dragoman doctor' }}
          />
        </p>
      )}
      {isOld && (
        <div>
          <Button onClick={onRefresh}>{t('Refresh')}</Button>
        </div>
      )}
      {findings.length > 0 && (
        <ul className="findings">
          {findings.map((finding) => (
            <FindingItem key={finding.what} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FindingItem({ finding: { level, what, todo, docs } }: { finding: Finding }) {
  return (
    <li>
      <div className={level}>{what}</div>
      <div>{todo}</div>
      {docs !== undefined && (
        <div className="quiet small">
          <Message text="Documentation: <code>{page}</code>" values={{ page: docs }} />
        </div>
      )}
    </li>
  );
}

/** How long an answer has been awaited; 0 if none is. */
function useWaitingMs(isAsking: boolean, now: number): number {
  const [since, setSince] = useState<number>();
  useEffect(() => setSince(isAsking ? Date.now() : undefined), [isAsking]);
  return isAsking && since !== undefined ? now - since : 0;
}
