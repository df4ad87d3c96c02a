/** Shown when another user saved first: who, when and what. The user decides the terms that both changed. */
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Message } from '../../../lib/message.tsx';
import { t } from '../../../lib/messages.ts';
import type { Choice, Conflict } from '../draft/three-way.ts';
import { authorOf } from '../versions/author.ts';
import { DiffTable } from '../versions/diff-table.tsx';
import type { Overtaken } from './use-saving.ts';

const mostConflictsShown = 100;

export function WhoSaved({ overtaken: { theirs, by } }: { overtaken: Overtaken }) {
  if (theirs.version === undefined)
    return <>{t('Another user deleted this dictionary while you were editing it.')}</>;
  const author = <strong className="wrap">{authorOf(by)}</strong>;
  return by === undefined ? (
    <Message
      text="{author} saved version {version} while you were editing."
      values={{ author, version: theirs.version }}
    />
  ) : (
    <Message
      text="{author} saved version {version} {relativeTime} while you were editing."
      values={{ author, version: theirs.version, relativeTime: <RelativeTime time={by.written_at} /> }}
    />
  );
}

interface OvertakenDialogProps {
  readonly overtaken: Overtaken;
  readonly isBusy: boolean;
  readonly onMerge: (choices: ReadonlyMap<Conflict, Choice>) => void;
  readonly onClose: () => void;
}

export function OvertakenDialog({ overtaken, isBusy, onMerge, onClose }: OvertakenDialogProps) {
  const { conflicts } = overtaken.merge;
  const [choices, setChoices] = useState<ReadonlyMap<Conflict, Choice>>(new Map());
  const merge = (
    <Button kind="main" disabled={isBusy} onClick={() => onMerge(choices)}>
      {overtaken.theirs.version === undefined ? t('Continue with mine') : t('Merge into mine')}
    </Button>
  );
  return (
    <Dialog
      title={t('Another user saved first')}
      isWide
      actions={merge}
      cancel={t('Not now')}
      onClose={onClose}
    >
      <p>
        <Message
          text="{whoSaved} Your changes are still here, but not saved yet."
          values={{ whoSaved: <WhoSaved overtaken={overtaken} /> }}
        />
      </p>
      {overtaken.diff !== undefined && (
        <section className="stack" aria-label={t('What they changed')}>
          <h3>{t('What they changed')}</h3>
          <DiffTable diff={overtaken.diff} />
        </section>
      )}
      {conflicts.length === 0 ? (
        <p>
          {overtaken.theirs.version === undefined
            ? t('Continue with your entries. Saving creates the dictionary again.')
            : t('You changed different terms. Merge to keep both sets of changes.')}
        </p>
      ) : (
        <ConflictChoices conflicts={conflicts} choices={choices} onChoose={setChoices} />
      )}
    </Dialog>
  );
}

interface ConflictChoicesProps {
  readonly conflicts: readonly Conflict[];
  readonly choices: ReadonlyMap<Conflict, Choice>;
  readonly onChoose: (choices: ReadonlyMap<Conflict, Choice>) => void;
}

function ConflictChoices({ conflicts, choices, onChoose }: ConflictChoicesProps) {
  const all = (choice: Choice) => onChoose(new Map(conflicts.map((conflict) => [conflict, choice])));
  const shown = conflicts.slice(0, mostConflictsShown);
  const option = (choice: Choice) => (conflict: Conflict) => (
    <label className="row choice">
      <input
        type="radio"
        name={`conflict-${conflict.source}`}
        checked={(choices.get(conflict) ?? 'mine') === choice}
        onChange={() => onChoose(new Map(choices).set(conflict, choice))}
      />
      <span className="wrap">{conflict[choice] ?? <em>{t('deleted')}</em>}</span>
    </label>
  );
  return (
    <section className="stack" aria-label={t('What you both changed')}>
      <div className="row between">
        <h3>
          {t('{count, plural, one {You both changed # term} other {You both changed # terms}}', {
            count: conflicts.length,
          })}
        </h3>
        <div className="row">
          <Button onClick={() => all('mine')}>{t('All mine')}</Button>
          <Button onClick={() => all('theirs')}>{t('All theirs')}</Button>
        </div>
      </div>
      <DataTable
        hasCards={false}
        isTall
        rows={shown}
        keyOf={({ source }) => source}
        columns={[
          { header: t('Source term'), className: 'wrap', cell: ({ source }) => source },
          { header: t('Mine'), cell: option('mine') },
          { header: t('Theirs'), cell: option('theirs') },
        ]}
      />
      {conflicts.length > shown.length && (
        <p className="quiet small">
          {t(
            '{count, plural, one {And # more term. "All mine" and "All theirs" apply to it too.} other {And # more terms. "All mine" and "All theirs" apply to them too.}}',
            { count: conflicts.length - shown.length },
          )}
        </p>
      )}
    </section>
  );
}
