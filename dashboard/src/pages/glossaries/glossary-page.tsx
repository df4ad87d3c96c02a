/** One glossary: its language pairs, and the dictionary of the pair that the URL names. */

import { useState } from 'react';
import type { Glossary, Team } from '../../api/queries.ts';
import { NamedHead } from '../../components/named-list.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { t } from '../../lib/messages.ts';
import { goTo, useSearch } from '../../state/navigation.tsx';
import { isMember } from '../../state/roles.ts';
import { DictionaryPanel } from './dictionary-panel.tsx';
import { pairInAddress } from './glossary-address.ts';
import { DeleteGlossaryDialog, RenameGlossaryDialog } from './glossary-dialogs.tsx';
import { useGlossary } from './glossary-queries.ts';
import { PairBar } from './pair-bar.tsx';

const allGlossaries = () => ({ href: '/glossaries', label: t('All glossaries') });

export function GlossaryPage({ team, id }: { team: Team; id: string }) {
  return (
    <QueryContent
      query={useGlossary(team.id, id)}
      loading={t('Loading the glossary')}
      size="page"
      gone={
        <PageHead
          back={allGlossaries()}
          title={t('Page not found')}
          intro={t(
            '{team} has no such glossary. It was deleted, or it belongs to another team: choose the team, or look through the list.',
            { team: team.name },
          )}
        />
      }
    >
      {(glossary) => <OneGlossary team={team} glossary={glossary} />}
    </QueryContent>
  );
}

function OneGlossary({ team, glossary }: { team: Team; glossary: Glossary }) {
  const [open, setOpen] = useState<'rename' | 'delete'>();
  const close = () => setOpen(undefined);
  const [first] = glossary.dictionaries;
  const firstPair = first && { source: first.source_lang, target: first.target_lang };
  const pair = pairInAddress(useSearch()) ?? firstPair;
  return (
    <>
      <NamedHead back={allGlossaries()} title={glossary.name} mayEdit={isMember(team)} onAction={setOpen} />
      <PairBar team={team} glossary={glossary} pair={pair} />
      {pair === undefined ? (
        <Notice>
          {!isMember(team)
            ? t('A dictionary for each language pair appears here. A member or an owner adds them.')
            : t('A dictionary for each language pair appears here. Add the first pair, then its terms.')}
        </Notice>
      ) : (
        <DictionaryPanel key={`${pair.source} ${pair.target}`} team={team} glossary={glossary} pair={pair} />
      )}
      {open === 'rename' && <RenameGlossaryDialog team={team} glossary={glossary} onClose={close} />}
      {open === 'delete' && (
        <DeleteGlossaryDialog
          team={team}
          glossary={glossary}
          onDeleted={() => goTo('/glossaries')}
          onClose={close}
        />
      )}
    </>
  );
}
