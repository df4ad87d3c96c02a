/** One glossary: its language pairs, and the dictionary of the pair that the URL names. */

import { useState } from 'react';
import { Refusal } from '../../api/client.ts';
import type { Glossary, Team } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Failure, Notice } from '../../components/notice.tsx';
import { PageHead } from '../../components/page.tsx';
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
  const glossary = useGlossary(team.id, id);
  const isGone = glossary.error instanceof Refusal && glossary.error.code === 'not_found';
  return (
    <>
      {isGone && (
        <PageHead
          back={allGlossaries()}
          title={t('Page not found')}
          intro={t(
            '{team} has no such glossary. It was deleted, or it belongs to another team: choose the team, or look through the list.',
            { team: team.name },
          )}
        />
      )}
      {!isGone && <Failure error={glossary.error} onRetry={() => void glossary.refetch()} />}
      {glossary.isPending && <Loading label={t('Loading the glossary')} size="page" />}
      {glossary.data !== undefined && <OneGlossary team={team} glossary={glossary.data} />}
    </>
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
      <PageHead
        back={allGlossaries()}
        title={glossary.name}
        actions={
          isMember(team) && (
            <>
              <Button needs="change" onClick={() => setOpen('rename')}>
                {t('Rename')}
              </Button>
              <Button needs="change" onClick={() => setOpen('delete')}>
                {t('Delete')}
              </Button>
            </>
          )
        }
      />
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
