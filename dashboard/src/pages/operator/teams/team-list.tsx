import { useEffect, useState } from 'react';
import { type TeamsQuestion, useOperatedTeams } from '../../../api/operator-queries.ts';
import { Button } from '../../../components/button.tsx';
import { Field, Select } from '../../../components/field.tsx';
import { Loading } from '../../../components/loading.tsx';
import { Failure, Notice } from '../../../components/notice.tsx';
import { goTo, useSearch } from '../../../state/navigation.tsx';
import { readQuestion, trailOf, writeQuestion } from './addresses.ts';
import { CreateTeamDialog } from './create-team-dialog.tsx';
import { TeamTable } from './team-table.tsx';

const states = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
];

/** After a pause of this length, a word is usually complete. */
const typingPauseMs = 250;

/** Search and position are in the URL, so that "back" and a copied link show the same part of the list. */
export function TeamList() {
  const question = readQuestion(useSearch());
  const teams = useOperatedTeams(question);
  const [isCreating, setIsCreating] = useState(false);
  const ask = (change: Partial<TeamsQuestion>) =>
    goTo(writeQuestion({ ...question, cursor: undefined, ...change }));
  const isFiltered = question.search !== '' || question.state !== undefined;
  return (
    <>
      <div className="row between">
        <h1>Teams</h1>
        <Button kind="main" onClick={() => setIsCreating(true)}>
          Create a team
        </Button>
      </div>
      <div className="row row-fields">
        <SearchField asked={question.search} onAsk={(search) => ask({ search })} />
        <Select
          label="State"
          choices={states}
          value={question.state ?? ''}
          onChange={({ target }) =>
            ask({ state: target.value === '' ? undefined : (target.value as 'active' | 'suspended') })
          }
        />
      </div>
      <Failure error={teams.error} onRetry={() => void teams.refetch()} />
      {teams.isPending && <Loading what="teams" size="page" />}
      {teams.data !== undefined && teams.data.teams.length === 0 && (
        <Notice>
          {isFiltered
            ? 'No team matches. Search for part of the name or the full id, in all states.'
            : 'Teams appear here. Create the first one.'}
        </Notice>
      )}
      {teams.data !== undefined && teams.data.teams.length > 0 && <TeamTable teams={teams.data.teams} />}
      {teams.data !== undefined && <Pager question={question} nextCursor={teams.data.next_cursor} />}
      {isCreating && <CreateTeamDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}

/** Searches when the user pauses, or immediately on Enter. */
function SearchField({ asked, onAsk }: { asked: string; onAsk: (search: string) => void }) {
  const [typed, setTyped] = useState(asked);
  const [lastAsked, setLastAsked] = useState(asked);
  // "Back" and "forward" change the search, so the field must follow. Its own searches are in it already.
  if (asked !== lastAsked) {
    setLastAsked(asked);
    if (asked !== typed.trim()) setTyped(asked);
  }
  useEffect(() => {
    if (typed.trim() === asked) return undefined;
    const timer = setTimeout(() => onAsk(typed.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <Field
      label="Search"
      type="search"
      placeholder="Part of a name, or an id"
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onAsk(typed.trim());
      }}
    />
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
    <nav className="row between" aria-label="Pages of the list">
      <Button onClick={goBack} disabled={isFirst}>
        {isFirst || trail.length > 0 ? 'Previous' : 'First page'}
      </Button>
      <span className="quiet small">
        Sorted by name
        {isFirst ? '' : trail.length > 0 ? `, page ${trail.length + 1}` : ', later page'}
      </span>
      <Button onClick={goOn} disabled={nextCursor === null}>
        Next
      </Button>
    </nav>
  );
}
