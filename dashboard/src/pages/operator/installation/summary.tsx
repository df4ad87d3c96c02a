import { useEffect, useState } from 'react';
import { type Installation, installationRefreshMs } from '../../../api/operator-queries.ts';
import { stoppedAfterMs } from '../../../api/poll-interval.ts';
import { Button } from '../../../components/button.tsx';
import { errorWords } from '../../../components/problem-words.ts';
import { formatConjunction, formatNumber } from '../../../lib/format.ts';
import { t, tIn } from '../../../lib/messages.ts';
import { useNow } from '../../../state/now.ts';
import { loadByPair } from './by-pair.ts';
import { type Finding, findingsOf } from './findings.ts';

/** A server that works has answered by then. */
const silentAfterMs = 2 * installationRefreshMs;

const titles = () => ({
  good: tIn('installation', 'Healthy'),
  warn: t('Warnings'),
  bad: t('Problems'),
  old: t('Unknown'),
});

interface SummaryProps {
  readonly installation: Installation;
  readonly answeredAt: number;
  /** Whether an answer is awaited. */
  readonly isAsking: boolean;
  readonly error: Error | null;
  readonly onRefresh: () => void;
}

/** Overall state of the installation, with the problems and what to do about them. */
export function Summary({ installation, answeredAt, isAsking, error, onRefresh }: SummaryProps) {
  const now = useNow();
  const ageMs = now - answeredAt;
  const isSilent = useWaitingMs(isAsking, now) > silentAfterMs;
  const isStopped = !isAsking && ageMs > stoppedAfterMs;
  const findings = findingsOf(installation.nodes);
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
            : describe(installation)}
      </p>
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

function FindingItem({ finding: { level, what, todo } }: { finding: Finding }) {
  return (
    <li>
      <div className={level}>{what}</div>
      <div>{todo}</div>
    </li>
  );
}

function describe({ nodes }: Installation): string {
  const live = nodes.filter(({ is_live }) => is_live);
  const engines = new Set(live.flatMap((node) => node.engines.map(({ id }) => id)));
  const versions = [...new Set(live.map(({ version }) => version))].toSorted();
  const waiting = loadByPair(nodes).reduce((sum, { waitingCharacters }) => sum + waitingCharacters, 0);
  const named = formatConjunction(versions);
  return versions.length > 1
    ? t(
        '{nodes, plural, one {# node} other {# nodes}}, versions {versions}; {engines, plural, one {# engine} other {# engines}}; {waiting, plural, =0 {no characters waiting} one {# character waiting} other {# characters waiting}}.',
        { nodes: live.length, versions: named, engines: engines.size, waiting },
      )
    : t(
        '{nodes, plural, one {# node} other {# nodes}}, version {version}; {engines, plural, one {# engine} other {# engines}}; {waiting, plural, =0 {no characters waiting} one {# character waiting} other {# characters waiting}}.',
        { nodes: live.length, version: named, engines: engines.size, waiting },
      );
}

/** How long an answer has been awaited; 0 if none is. */
function useWaitingMs(isAsking: boolean, now: number): number {
  const [since, setSince] = useState<number>();
  useEffect(() => setSince(isAsking ? Date.now() : undefined), [isAsking]);
  return isAsking && since !== undefined ? now - since : 0;
}
