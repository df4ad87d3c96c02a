import { useAuditSummary } from '../../../api/operator-queries.ts';
import { kindName } from '../../../components/audit/kind-words.ts';
import { Button } from '../../../components/button.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { Section } from '../../../components/section.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';

interface AuditSummaryProps {
  readonly chosen: string;
  readonly onChoose: (kind: string) => void;
}

/** How much was changed lately, by kind. A kind leads to its entries, and back to all. */
export function AuditSummary({ chosen, onChoose }: AuditSummaryProps) {
  const summary = useAuditSummary();
  return (
    <Section
      id="audit-summary"
      title={t('{days, plural, one {Last # day} other {Last # days}}', { days: 30 })}
    >
      <QueryContent query={summary} loading={t('Loading the summary')}>
        {({ kinds }) =>
          kinds.length === 0 ? (
            <p className="quiet">{t('Nothing was changed.')}</p>
          ) : (
            <div className="row">
              {kinds.map(({ kind, count }) => (
                <Button
                  key={kind}
                  aria-pressed={kind === chosen}
                  onClick={() => onChoose(kind === chosen ? '' : kind)}
                >
                  {kindName(kind)} <span className="quiet">{formatNumber(count)}</span>
                </Button>
              ))}
            </div>
          )
        }
      </QueryContent>
    </Section>
  );
}
