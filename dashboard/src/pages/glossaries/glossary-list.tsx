import { useState } from 'react';
import type { Glossary, Team } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Failure, Notice } from '../../components/notice.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Link } from '../../state/navigation.tsx';
import { glossaryAddress } from './glossary-address.ts';
import {
  CreateGlossaryDialog,
  DeleteGlossaryDialog,
  entriesOf,
  RenameGlossaryDialog,
} from './glossary-dialogs.tsx';
import { useGlossaryPages } from './glossary-queries.ts';

type Open = { action: 'create' } | { action: 'rename' | 'delete'; id: string } | undefined;

export function GlossaryList({ team }: { team: Team }) {
  const pages = useGlossaryPages(team.id);
  const [open, setOpen] = useState<Open>();
  const glossaries = pages.data?.pages.flatMap((page) => page.glossaries) ?? [];
  const mayEdit = team.role !== 'viewer';
  const close = () => setOpen(undefined);
  // Read from the current list: after a version conflict, the retry uses the new version.
  const subject =
    open !== undefined && 'id' in open ? glossaries.find(({ id }) => id === open.id) : undefined;
  return (
    <>
      <div className="row between">
        <h1>Glossaries</h1>
        {mayEdit && (
          <Button kind="main" needs="change" onClick={() => setOpen({ action: 'create' })}>
            Create a glossary
          </Button>
        )}
      </div>
      <Failure error={pages.error} onRetry={() => void pages.refetch()} />
      {pages.isPending && <Loading what="glossaries" />}
      {pages.data !== undefined && glossaries.length === 0 && <WhatItIs mayEdit={mayEdit} />}
      {glossaries.length > 0 && (
        <GlossaryTable
          team={team}
          glossaries={glossaries}
          mayEdit={mayEdit}
          onAction={(action, { id }) => setOpen({ action, id })}
        />
      )}
      {pages.hasNextPage && (
        <div>
          <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {open?.action === 'create' && <CreateGlossaryDialog team={team} onClose={close} />}
      {open?.action === 'rename' && subject !== undefined && (
        <RenameGlossaryDialog team={team} glossary={subject} onClose={close} />
      )}
      {open?.action === 'delete' && subject !== undefined && (
        <DeleteGlossaryDialog team={team} glossary={subject} onDeleted={close} onClose={close} />
      )}
    </>
  );
}

function WhatItIs({ mayEdit }: { mayEdit: boolean }) {
  return (
    <Notice>
      <p>
        Glossaries appear here. A glossary says what your own terms are in another language: wherever a text
        has the term, the translation has your word for it, with every engine. A call names its glossary by
        id.
      </p>
      <p>
        {mayEdit
          ? 'Create one, add a language pair, and type its terms or paste them from a spreadsheet.'
          : 'Ask a member or an owner to create one.'}
      </p>
    </Notice>
  );
}

const mostPairsNamed = 3;

function GlossaryTable({
  team,
  glossaries,
  mayEdit,
  onAction,
}: {
  team: Team;
  glossaries: readonly Glossary[];
  mayEdit: boolean;
  onAction: (action: 'rename' | 'delete', glossary: Glossary) => void;
}) {
  const row = (glossary: Glossary) => (
    <tr key={glossary.id}>
      <td className="name">
        <Link className="row-link" href={glossaryAddress(team.id, glossary.id)}>
          {glossary.name}
        </Link>
      </td>
      <td data-label="Language pairs">{pairsOf(glossary)}</td>
      <td className="number" data-label="Terms">
        {formatNumber(entriesOf(glossary))}
      </td>
      <td data-label="Last changed">
        <RelativeTime time={glossary.updated_at} />
      </td>
      {mayEdit && (
        <td className="actions">
          <Button
            kind="plain"
            needs="change"
            aria-label={`Rename ${glossary.name}`}
            onClick={() => onAction('rename', glossary)}
          >
            Rename
          </Button>
          <Button
            kind="plain"
            needs="change"
            aria-label={`Delete ${glossary.name}`}
            onClick={() => onAction('delete', glossary)}
          >
            Delete
          </Button>
        </td>
      )}
    </tr>
  );
  return (
    <div className="table-frame">
      <table className="table table-cards">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Language pairs</th>
            <th scope="col" className="number">
              Terms
            </th>
            <th scope="col">Last changed</th>
            {mayEdit && (
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{glossaries.map(row)}</tbody>
      </table>
    </div>
  );
}

function pairsOf({ dictionaries }: Glossary): string {
  if (dictionaries.length === 0) return 'none yet';
  const named = dictionaries.slice(0, mostPairsNamed).map((one) => `${one.source_lang} → ${one.target_lang}`);
  const more = dictionaries.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${formatNumber(more)} more` : '');
}
