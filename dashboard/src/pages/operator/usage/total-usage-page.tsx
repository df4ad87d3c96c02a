import { Download } from 'lucide-react';
import {
  type InstallationUsage,
  type InstallationUsageGroup,
  readInstallationUsage,
  useInstallationUsage,
} from '../../../api/operator-queries.ts';
import { useChange } from '../../../api/use-change.ts';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHead } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { Select } from '../../../components/select.tsx';
import { TimeFields } from '../../../components/time-fields.tsx';
import { ZoneNote } from '../../../components/zone-note.tsx';
import { formatCharacters, formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { boundsOf, readRange, type TimeRange, writeRange } from '../../../lib/time-range.ts';
import { useUrlState } from '../../../state/url-state.ts';
import { downloadCsv } from './total-usage-csv.ts';
import { TotalUsageTable } from './total-usage-table.tsx';

const groups = () =>
  [
    { value: 'team', label: t('Team') },
    { value: 'engine', label: t('Engine') },
    { value: 'pair', label: t('Language pair') },
  ] as const;

/** The usage of the whole installation. */
export function TotalUsagePage() {
  const { shown, change } = useUrlState(readChoices);
  const { range, group } = shown;
  const usage = useInstallationUsage(shown);
  return (
    <>
      <PageHead title={t('Total usage')} intro={t('What all teams together used, live and test.')} />
      <div className="row row-fields">
        <TimeFields range={range} onChange={(chosen) => change((next) => writeRange(next, chosen))} />
        <Select
          label={t('By')}
          choices={groups()}
          value={group}
          onChange={(by) => change((next) => next.set('by', by))}
        />
      </div>
      <ZoneNote by={boundsOf(range, Date.now()).by} />
      <QueryContent query={usage} loading={t('Loading usage')} size="page">
        {(data) => <Report usage={data} range={range} group={group} />}
      </QueryContent>
    </>
  );
}

function readChoices(search: URLSearchParams) {
  const group = groups().find(({ value }) => value === search.get('by'))?.value ?? 'team';
  return { range: readRange(search), group };
}

interface ReportProps {
  readonly usage: InstallationUsage;
  readonly range: TimeRange;
  readonly group: InstallationUsageGroup;
}

function Report({ usage, range, group }: ReportProps) {
  const { total, rows } = usage;
  // Asked again, because the page shows only the largest groups.
  const save = useChange(
    async () => downloadCsv((await readInstallationUsage({ range, group }, 'all')).rows, group),
    [],
    { isFailureTold: true },
  );
  if (rows.length === 0)
    return (
      <EmptyState drawing="bridge">{t('Usage appears here with the first call in this period.')}</EmptyState>
    );
  return (
    <>
      <div className="row between">
        <div>
          <h2 data-testid="total-usage">{formatCharacters(total.characters)}</h2>
          <p className="quiet small">
            {t('{count, plural, one {# call} other {# calls}}', { count: total.calls })}
          </p>
        </div>
        <Button icon={Download} disabled={save.isPending} onClick={() => save.mutate(undefined)}>
          {t('Export CSV')}
        </Button>
      </div>
      <TotalUsageTable usage={usage} group={group} />
      {total.groups > rows.length && (
        <p className="quiet small">
          {t('The {shown} largest of {all}. The CSV file has the others, too.', {
            shown: formatNumber(rows.length),
            all: formatNumber(total.groups),
          })}
        </p>
      )}
    </>
  );
}
