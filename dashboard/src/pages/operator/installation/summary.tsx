import { useEffect, useState } from 'react';
import { type Installation, installationRefreshMs } from '../../../api/operator-queries.ts';
import { formatConjunction, formatNumber } from '../../../lib/format.ts';
import { t, tIn } from '../../../lib/messages.ts';
import { loadByPair } from './by-pair.ts';
import { type Finding, findingsOf } from './findings.ts';

/** More than two responses were missed. */
const oldAfterMs = 2.5 * installationRefreshMs;

const titles = () => ({
  good: tIn('installation', 'Healthy'),
  warn: t('Warnings'),
  bad: t('Problems'),
  old: t('Unknown'),
});

interface SummaryProps {
  readonly installation: Installation;
  readonly answeredAt: number;
  readonly error: Error | null;
}

/** Overall state of the installation, with the problems and what to do about them. */
export function Summary({ installation, answeredAt, error }: SummaryProps) {
  const ageMs = useNow() - answeredAt;
  const findings = findingsOf(installation.nodes);
  const isOld = error !== null || ageMs > oldAfterMs;
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
        {isOld
          ? t('These figures are out of date. {message} The page retries every five seconds.', {
              message: error?.message ?? t('The server does not respond.'),
            })
          : describe(installation)}
      </p>
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

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
