import { CopiedLine } from '../../components/copied-line.tsx';
import { formatNumber } from '../../lib/format.ts';
import { languageName } from '../../lib/language-names.ts';
import { t } from '../../lib/messages.ts';
import { Link } from '../../state/navigation.tsx';
import { Card } from './card.tsx';
import type { Home, Pair } from './home-queries.ts';
import { countByEngines, missingModels } from './served-pairs.ts';

interface PairsCardProps {
  readonly pairs: Home['pairs'];
  readonly isOperator: boolean;
}

const mostNamed = 6;

/** Which engine translates what, and what to do where a neural model would be better than rules. */
export function PairsCard({ pairs, isOperator }: PairsCardProps) {
  const { shown, total, improvable } = pairs;
  return (
    <Card
      title={t('Language pairs')}
      className="home-wide"
      aside={
        <span className="quiet small">{t('{total, plural, one {# pair} other {# pairs}}', { total })}</span>
      }
    >
      {total === 0 ? (
        <p className="quiet">{t('No pair can be translated yet. Ask the operator to add an engine.')}</p>
      ) : (
        <ul className="facts facts-columns">
          {countByEngines(shown).map(({ engines, count }) => (
            <li key={engines.join(' ')}>
              <span className="wrap">{engines.join(' + ')}</span>
              <span className="quiet">{t('{count, plural, one {# pair} other {# pairs}}', { count })}</span>
            </li>
          ))}
        </ul>
      )}
      {shown.length < total && (
        <p className="quiet small">
          {t('Counted in the first {shown} of {total} pairs.', {
            shown: formatNumber(shown.length),
            total: formatNumber(total),
          })}
        </p>
      )}
      {improvable > 0 && <Better pairs={shown} improvable={improvable} isOperator={isOperator} />}
    </Card>
  );
}

interface BetterProps {
  readonly pairs: readonly Pair[];
  readonly improvable: number;
  readonly isOperator: boolean;
}

function Better({ pairs, improvable, isOperator }: BetterProps) {
  const better = pairs.filter((pair) => pair.better !== null);
  const missing = missingModels(pairs).slice(0, mostNamed);
  const command = `dragoman models pull ${missing.join(' ')}`;
  return (
    <div className="better">
      <p>
        <strong>
          {t(
            '{improvable, plural, one {# pair is translated by rules although a neural model exists, which usually translates better.} other {# pairs are translated by rules although neural models exist, which usually translate better.}}',
            { improvable },
          )}
        </strong>
      </p>
      <ul className="pair-names">
        {better.slice(0, mostNamed).map(({ source, target }) => (
          <li key={`${source} ${target}`} className="tag">
            {t('{source} to {target}', {
              source: languageName(source),
              target: languageName(target),
            })}
          </li>
        ))}
        {improvable > mostNamed && (
          <li className="quiet small">
            {t('{count, plural, one {and # more pair} other {and # more pairs}}', {
              count: improvable - mostNamed,
            })}
          </li>
        )}
      </ul>
      {!isOperator && <p className="quiet">{t('Ask the operator of this service to add the models.')}</p>}
      {isOperator && missing.length > 0 && <CopiedLine text={command} label={t('Copy the command')} />}
      {isOperator && missing.length === 0 && (
        <p className="quiet">
          {t('The models are installed. Name their engine first in the configuration file.')}
        </p>
      )}
      {isOperator && (
        <p>
          <Link href="/operator/installation">{t('Engines and models of this installation')}</Link>
        </p>
      )}
    </div>
  );
}
