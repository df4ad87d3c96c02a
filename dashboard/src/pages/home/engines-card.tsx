import { RelativeTime } from '../../components/relative-time.tsx';
import { t, tIn } from '../../lib/messages.ts';
import { Card } from './card.tsx';
import type { EngineState } from './home-queries.ts';

const states = () => ({
  healthy: { words: tIn('state of an engine', 'Healthy'), tone: 'good' },
  degraded: { words: tIn('state of an engine', 'Down on some nodes'), tone: 'warn' },
  down: { words: tIn('state of an engine', 'Down'), tone: 'bad' },
  unknown: { words: tIn('state of an engine', 'Not checked yet'), tone: 'quiet' },
});

/** Whether the engines that the team uses are healthy. */
export function EnginesCard({ engines }: { engines: readonly EngineState[] }) {
  return (
    <Card title={t('Engines')} className="home-third">
      {engines.length === 0 ? (
        <p className="quiet">{t('No engine is available to this team. Ask the operator.')}</p>
      ) : (
        <ul className="facts">
          {engines.map(({ id, state, since }) => {
            const { words, tone } = states()[state];
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
