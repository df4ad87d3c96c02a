import { useMemo } from 'react';
import { type UsageView, useKeys, useUsage } from '../../api/queries.ts';
import { Loading } from '../../components/loading.tsx';
import { Failure } from '../../components/notice.tsx';
import { PageHead } from '../../components/page.tsx';
import { PeriodFigures } from '../../components/period-figures.tsx';
import { Select } from '../../components/select.tsx';
import { TimeFields } from '../../components/time-fields.tsx';
import { ZoneNote } from '../../components/zone-note.tsx';
import { t } from '../../lib/messages.ts';
import { boundsOf, readRange, writeRange } from '../../lib/time-range.ts';
import type { PageProps } from '../../state/page-props.ts';
import { isMember } from '../../state/roles.ts';
import { useUrlState } from '../../state/url-state.ts';
import { CallSearch } from './call-search.tsx';
import { Refused } from './refused.tsx';
import type { Measure } from './series.ts';
import { UsageReport } from './usage-report.tsx';
import { groupName, groupTexts, measureTexts } from './usage-texts.ts';

const groups = ['key', 'mode', 'pair', 'engine', 'dialect', 'tag'] as const;
const measures = ['characters', 'calls'] as const;

/** Names rarely change, and only a new key has no name here yet. */
const namesRefreshMs = 30_000;

export function UsagePage({ team }: PageProps) {
  const { shown, change } = useUrlState(readChoices, team.id);
  const { range, group, measure } = shown;
  const usage = useUsage(team.id, { range, group });
  const keys = useKeys(team.id, namesRefreshMs);
  const nameOf = useMemo(() => {
    const names = new Map(keys.data?.keys.map(({ id, name }) => [id, name]));
    // A new key may be in the figures before its name is here.
    const isComing = group === 'key' && keys.isFetching;
    return (value: string) => names.get(value) ?? (isComing ? '…' : groupName(group, value));
  }, [keys.data, keys.isFetching, group]);
  const isNamed = keys.data !== undefined || keys.error !== null;
  return (
    <>
      <PageHead title={t('Usage')} />
      <PeriodFigures team={team.id} />
      <div className="row row-fields">
        <TimeFields range={range} onChange={(next) => change((search) => writeRange(search, next))} />
        <Select
          label={t('By')}
          choices={groups.map((value) => ({ value, label: groupTexts()[value].choice }))}
          value={group}
          onChange={(by) => change((search) => search.set('by', by))}
        />
        <Select
          label={t('Show')}
          choices={measures.map((value) => ({ value, label: measureTexts()[value] }))}
          value={measure}
          onChange={(show) => change((search) => search.set('show', show))}
        />
      </div>
      <ZoneNote by={boundsOf(range, Date.now()).by} />
      <Failure error={usage.error ?? keys.error} onRetry={() => void usage.refetch()} />
      {usage.data !== undefined && isNamed ? (
        <>
          <UsageReport
            team={team.id}
            usage={usage.data}
            measure={measure}
            nameOf={nameOf}
            mayCall={isMember(team)}
          />
          <Refused refused={usage.data.refused} />
          <CallSearch team={team.id} nameOf={nameOf} />
        </>
      ) : (
        usage.error === null && <Loading label={t('Loading usage')} size="chart" />
      )}
    </>
  );
}

function readChoices(search: URLSearchParams) {
  const group: UsageView = groups.find((value) => value === search.get('by')) ?? 'key';
  const measure: Measure = measures.find((value) => value === search.get('show')) ?? 'characters';
  return { range: readRange(search), group, measure };
}
