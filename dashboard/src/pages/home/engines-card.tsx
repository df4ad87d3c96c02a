import { engineStates } from '../../components/engine-state-words.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { t } from '../../lib/messages.ts';
import { Card } from './card.tsx';
import type { EngineState } from './home-queries.ts';

/** Whether the engines that the team uses are healthy. */
export function EnginesCard({ engines }: { engines: readonly EngineState[] }) {
  return (
    <Card title={t('Engines')} className="home-third">
      {engines.length === 0 ? (
        <p className="quiet">{t('No engine is available to this team. Ask the operator.')}</p>
      ) : (
        <ul className="facts">
          {engines.map(({ id, state, since }) => {
            const { words, tone } = engineStates()[state];
            return (
              <li key={id}>
                <span className="wrap">{id}</span>
                <span className={`state ${tone}`}>
                  {words}
                  {since !== null && state !== 'healthy' && (
                    <span className="quiet small">
                      <RelativeTime time={since} />
                    </span>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
