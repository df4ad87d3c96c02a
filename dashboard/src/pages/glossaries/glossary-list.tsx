import type { Glossary, Team } from '../../api/queries.ts';
import { NamedList } from '../../components/named-list.tsx';
import { MoreButton } from '../../components/query-content.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatList, formatNumber } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import { pairOfCodes } from '../../lib/pair-name.ts';
import { glossaryAddress } from './glossary-address.ts';
import {
  CreateGlossaryDialog,
  DeleteGlossaryDialog,
  entriesOf,
  RenameGlossaryDialog,
} from './glossary-dialogs.tsx';
import { useGlossaryPages } from './glossary-queries.ts';

export function GlossaryList({ team }: { team: Team }) {
  const pages = useGlossaryPages(team.id);
  return (
    <>
      <NamedList
        team={team}
        title={t('Glossaries')}
        create={t('Create a glossary')}
        loading={t('Loading glossaries')}
        query={pages}
        items={pages.data?.pages.flatMap((page) => page.glossaries) ?? []}
        idOf={({ id }) => id}
        addressOf={(id) => glossaryAddress(team.id, id)}
        columns={[
          { header: t('Language pairs'), cell: pairsOf },
          { header: t('Terms'), kind: 'number', cell: (glossary) => formatNumber(entriesOf(glossary)) },
          { header: t('Last changed'), cell: ({ updated_at }) => <RelativeTime time={updated_at} /> },
        ]}
        empty={{
          editor: t(
            'Glossaries appear here. A glossary says how your own terms are translated, with every engine.',
          ),
          reader: t(
            'Glossaries appear here. A glossary says how your own terms are translated. Ask a member or an owner to create one.',
          ),
        }}
        dialogs={{
          create: (close) => <CreateGlossaryDialog team={team} onClose={close} />,
          rename: (one, close) => <RenameGlossaryDialog team={team} glossary={one} onClose={close} />,
          delete: (one, close) => (
            <DeleteGlossaryDialog team={team} glossary={one} onDeleted={close} onClose={close} />
          ),
        }}
      />
      <MoreButton query={pages} />
    </>
  );
}

const mostPairsNamed = 3;

function pairsOf({ dictionaries }: Glossary): string {
  if (dictionaries.length === 0) return t('none yet');
  const shown = dictionaries.slice(0, mostPairsNamed);
  const named = formatList(shown.map((one) => pairOfCodes(one.source_lang, one.target_lang)));
  const more = dictionaries.length - shown.length;
  return more > 0
    ? t('{more, plural, one {{named} and # more pair} other {{named} and # more pairs}}', { named, more })
    : named;
}
