import { CircleCheck } from 'lucide-react';
import { refusalWords } from '../../components/refusal-words.ts';
import { formatNumber } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import { Link } from '../../state/navigation.tsx';
import { Card } from './card.tsx';
import type { Home } from './home-queries.ts';

/** More codes than a team has on a bad day. */
const mostShown = 5;

/** What went wrong in the last 24 hours, most frequent first. */
export function ErrorsCard({ errors }: { errors: Home['recent_errors'] }) {
  const lines = [
    ...errors.refused.map(({ code, calls }) => ({
      code,
      kind: 'call',
      count: calls,
      words: refusalWords(code),
    })),
    ...errors.failed_documents.map(({ code, documents }) => ({
      code,
      kind: 'document',
      count: documents,
      words: t('Documents that failed'),
    })),
  ].toSorted((a, b) => b.count - a.count);
  return (
    <Card
      title={t('Errors, last 24 hours')}
      className="home-third"
      aside={lines.length > 0 && <Link href="/requests?status=failed&time=24h">{t('Details')}</Link>}
    >
      {lines.length === 0 ? (
        <p className="icon-text">
          <CircleCheck aria-hidden="true" className="good" />
          {t('No call was refused and no document failed.')}
        </p>
      ) : (
        <ul className="facts">
          {lines.slice(0, mostShown).map(({ code, kind, count, words }) => (
            <li key={`${kind} ${code}`}>
              <span>
                {words} <code className="quiet small">{code}</code>
              </span>
              <strong>{formatNumber(count)}</strong>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
