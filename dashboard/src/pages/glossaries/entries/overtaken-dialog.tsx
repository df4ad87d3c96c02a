/** Shown when another user saved first: who, when and what. The user decides the terms that both changed. */
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import type { Choice, Conflict } from '../draft/three-way.ts';
import { authorOf } from '../versions/author.ts';
import { DiffTable } from '../versions/diff-table.tsx';
import type { Overtaken } from './use-saving.ts';

const mostConflictsShown = 100;

export function WhoSaved({ overtaken: { theirs, by } }: { overtaken: Overtaken }) {
  if (theirs.version === undefined)
    return <>Another user deleted this dictionary while you were editing it.</>;
  return (
    <>
      <strong className="wrap">{authorOf(by)}</strong> saved version {theirs.version}{' '}
      {by !== undefined && <RelativeTime time={by.written_at} />} while you were editing.
    </>
  );
}

export function OvertakenDialog({
  overtaken,
  isBusy,
  onMerge,
  onClose,
}: {
  overtaken: Overtaken;
  isBusy: boolean;
  onMerge: (choices: ReadonlyMap<Conflict, Choice>) => void;
  onClose: () => void;
}) {
  const { conflicts } = overtaken.merge;
  const [choices, setChoices] = useState<ReadonlyMap<Conflict, Choice>>(new Map());
  return (
    <Dialog title="Another user saved first" isWide onClose={onClose}>
      <p>
        <WhoSaved overtaken={overtaken} /> Your changes are still here, but not saved yet.
      </p>
      {overtaken.diff !== undefined && (
        <section className="stack" aria-label="What they changed">
          <h3>What they changed</h3>
          <DiffTable diff={overtaken.diff} />
        </section>
      )}
      {conflicts.length === 0 ? (
        <p>
          {overtaken.theirs.version === undefined
            ? 'Continue with your entries. Saving creates the dictionary again.'
            : 'You changed different terms. Merge to keep both sets of changes.'}
        </p>
      ) : (
        <ConflictChoices conflicts={conflicts} choices={choices} onChoose={setChoices} />
      )}
      <div className="row">
        <Button kind="main" disabled={isBusy} onClick={() => onMerge(choices)}>
          {overtaken.theirs.version === undefined ? 'Continue with mine' : 'Merge into mine'}
        </Button>
        <Button onClick={onClose}>Not now</Button>
      </div>
    </Dialog>
  );
}

function ConflictChoices({
  conflicts,
  choices,
  onChoose,
}: {
  conflicts: readonly Conflict[];
  choices: ReadonlyMap<Conflict, Choice>;
  onChoose: (choices: ReadonlyMap<Conflict, Choice>) => void;
}) {
  const all = (choice: Choice) => onChoose(new Map(conflicts.map((conflict) => [conflict, choice])));
  const shown = conflicts.slice(0, mostConflictsShown);
  const option = (conflict: Conflict, place: number, choice: Choice) => (
    <td>
      <label className="row choice">
        <input
          type="radio"
          name={`conflict-${place}`}
          checked={(choices.get(conflict) ?? 'mine') === choice}
          onChange={() => onChoose(new Map(choices).set(conflict, choice))}
        />
        <span className="wrap">{conflict[choice] ?? <em>deleted</em>}</span>
      </label>
    </td>
  );
  return (
    <section className="stack" aria-label="What you both changed">
      <div className="row between">
        <h3>You both changed {formatCount(conflicts.length, 'term')}</h3>
        <div className="row">
          <Button onClick={() => all('mine')}>All mine</Button>
          <Button onClick={() => all('theirs')}>All theirs</Button>
        </div>
      </div>
      <div className="table-frame dialog-table">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Source term</th>
              <th scope="col">Mine</th>
              <th scope="col">Theirs</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((conflict, place) => (
              <tr key={conflict.source}>
                <td className="wrap">{conflict.source}</td>
                {option(conflict, place, 'mine')}
                {option(conflict, place, 'theirs')}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {conflicts.length > shown.length && (
        <p className="quiet small">
          And {formatNumber(conflicts.length - shown.length)} more. "All mine" and "All theirs" apply to them
          too.
        </p>
      )}
    </section>
  );
}
