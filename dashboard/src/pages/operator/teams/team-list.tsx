import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type TeamsQuestion, useOperatedTeams } from '../../../api/operator-queries.ts';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { OperatorRoleNote } from '../../../components/operator-role-note.tsx';
import { PageHead } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { Select } from '../../../components/select.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { goTo, useSearch } from '../../../state/navigation.tsx';
import { useOperatorMay } from '../../../state/operator-actions.ts';
import { readQuestion, trailOf, writeQuestion } from './addresses.ts';
import { CreateTeamDialog } from './create-team-dialog.tsx';
import { TeamTable } from './team-table.tsx';

const states = () =>
  [
    { value: '', label: t('All') },
    { value: 'active', label: t('Active') },
    { value: 'suspended', label: t('Suspended') },
  ] as const;

/** Search and position are in the URL, so that "back" and a copied link show the same part of the list. */
export function TeamList() {
  const question = readQuestion(useSearch());
  const teams = useOperatedTeams(question);
  const [isCreating, setIsCreating] = useState(false);
  const ask = (change: Partial<TeamsQuestion>) =>
    goTo(writeQuestion({ ...question, cursor: undefined, ...change }));
  const isFiltered = question.search !== '' || question.state !== undefined;
  const isEmpty = !isFiltered && teams.data?.teams.length === 0;
  const create = useOperatorMay()('create teams') && (
    <Button kind="main" icon={Plus} onClick={() => setIsCreating(true)}>
      {t('Create a team')}
    </Button>
  );
  const showAll = (
    <Button onClick={() => ask({ search: '', state: undefined })}>{t('Show all teams')}</Button>
  );
  return (
    <>
      <PageHead title={t('Teams')} actions={!isEmpty && create} />
      <OperatorRoleNote />
      <div className="row row-fields">
        <SearchField
          placeholder={t('Part of a name, or an id')}
          asked={question.search}
          onAsk={(search) => ask({ search })}
        />
        <Select
          label={t('State')}
          choices={states()}
          value={question.state ?? ''}
          onChange={(state) => ask({ state: state === '' ? undefined : state })}
        />
      </div>
      <QueryContent query={teams} loading={t('Loading teams')} size="page">
        {({ teams: found, next_cursor }) => (
          <>
            {found.length > 0 ? (
              <TeamTable teams={found} />
            ) : (
              <NoTeams isFiltered={isFiltered} action={isFiltered ? showAll : create} />
            )}
            <Pager question={question} nextCursor={next_cursor} />
          </>
        )}
      </QueryContent>
      {isCreating && <CreateTeamDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}

function NoTeams({ isFiltered, action }: { isFiltered: boolean; action: ReactNode }) {
  return (
    <EmptyState drawing="bridge" action={action}>
      {isFiltered
        ? t('No team matches. Search for part of the name or the full id, in all states.')
        : t('Teams appear here. Create the first one.')}
    </EmptyState>
  );
}

function Pager({ question, nextCursor }: { question: TeamsQuestion; nextCursor: string | null }) {
  const trail = trailOf(history.state);
  const isFirst = question.cursor === undefined;
  if (isFirst && nextCursor === null) return null;
  const goBack = () =>
    goTo(trail.at(-1) ?? writeQuestion({ ...question, cursor: undefined }), { trail: trail.slice(0, -1) });
  const goOn = () =>
    goTo(writeQuestion({ ...question, cursor: nextCursor ?? undefined }), {
      trail: [...trail, writeQuestion(question)],
    });
  return (
    <nav className="row between" aria-label={t('Pages of the list')}>
      <Button onClick={goBack} disabled={isFirst}>
        {isFirst || trail.length > 0 ? t('Previous') : t('First page')}
      </Button>
      <span className="quiet small">{placeInList(isFirst, trail.length)}</span>
      <Button onClick={goOn} disabled={nextCursor === null}>
        {t('Next')}
      </Button>
    </nav>
  );
}

function placeInList(isFirst: boolean, before: number): string {
  if (isFirst) return t('Sorted by name');
  return before > 0
    ? t('Sorted by name, page {page}', { page: formatNumber(before + 1) })
    : t('Sorted by name, later page');
}
