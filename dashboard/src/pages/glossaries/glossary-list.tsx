import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Glossary, Team } from '../../api/queries.ts';
import { AskTeamLink } from '../../components/ask-team-link.tsx';
import { Button, RowButton } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page.tsx';
import { MoreButton, QueryContent } from '../../components/query-content.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatList, formatNumber } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import { pairOfCodes } from '../../lib/pair-name.ts';
import { Link } from '../../state/navigation.tsx';
import { isMember } from '../../state/roles.ts';
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
  const mayEdit = isMember(team);
  const close = () => setOpen(undefined);
  // Read from the current list: after a version conflict, the retry uses the new version.
  const subject =
    open !== undefined && 'id' in open ? glossaries.find(({ id }) => id === open.id) : undefined;
  const isEmpty = pages.data !== undefined && glossaries.length === 0;
  const create = mayEdit && (
    <Button kind="main" needs="change" icon={Plus} onClick={() => setOpen({ action: 'create' })}>
      {t('Create a glossary')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('Glossaries')} actions={!isEmpty && create} />
      <QueryContent query={pages} loading={t('Loading glossaries')}>
        {() => (
          <GlossaryTable
            team={team}
            glossaries={glossaries}
            mayEdit={mayEdit}
            create={create}
            onAction={(action, { id }) => setOpen({ action, id })}
          />
        )}
      </QueryContent>
      <MoreButton query={pages} />
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

function WhatItIs({ mayEdit, create }: { mayEdit: boolean; create: ReactNode }) {
  return (
    <EmptyState drawing="speech" action={create || <AskTeamLink />}>
      {mayEdit
        ? t('Glossaries appear here. A glossary says how your own terms are translated, with every engine.')
        : t(
            'Glossaries appear here. A glossary says how your own terms are translated. Ask a member or an owner to create one.',
          )}
    </EmptyState>
  );
}

const mostPairsNamed = 3;

interface GlossaryTableProps {
  readonly team: Team;
  readonly glossaries: readonly Glossary[];
  readonly mayEdit: boolean;
  readonly create: ReactNode;
  readonly onAction: (action: 'rename' | 'delete', glossary: Glossary) => void;
}

function GlossaryTable({ team, glossaries, mayEdit, create, onAction }: GlossaryTableProps) {
  return (
    <DataTable
      empty={<WhatItIs mayEdit={mayEdit} create={create} />}
      rows={glossaries}
      keyOf={({ id }) => id}
      columns={[
        {
          header: t('Name'),
          kind: 'name',
          cell: ({ id, name }) => (
            <Link className="row-link" href={glossaryAddress(team.id, id)}>
              {name}
            </Link>
          ),
        },
        { header: t('Language pairs'), cell: pairsOf },
        { header: t('Terms'), kind: 'number', cell: (glossary) => formatNumber(entriesOf(glossary)) },
        { header: t('Last changed'), cell: ({ updated_at }) => <RelativeTime time={updated_at} /> },
        mayEdit && {
          header: t('Actions'),
          kind: 'actions',
          cell: (glossary) => (
            <>
              <RowButton
                label={t('Rename {glossary}', { glossary: glossary.name })}
                onClick={() => onAction('rename', glossary)}
              >
                {t('Rename')}
              </RowButton>
              <RowButton
                label={t('Delete {glossary}', { glossary: glossary.name })}
                onClick={() => onAction('delete', glossary)}
              >
                {t('Delete')}
              </RowButton>
            </>
          ),
        },
      ]}
    />
  );
}

function pairsOf({ dictionaries }: Glossary): string {
  if (dictionaries.length === 0) return t('none yet');
  const shown = dictionaries.slice(0, mostPairsNamed);
  const named = formatList(shown.map((one) => pairOfCodes(one.source_lang, one.target_lang)));
  const more = dictionaries.length - shown.length;
  return more > 0
    ? t('{more, plural, one {{named} and # more pair} other {{named} and # more pairs}}', { named, more })
    : named;
}
