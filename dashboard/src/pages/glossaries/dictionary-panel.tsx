/** A dictionary: editable entries, their version history, and a form to try them out. */

import { useId, useState } from 'react';
import type { Glossary, Team } from '../../api/queries.ts';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { t } from '../../lib/messages.ts';
import { pairName } from '../../lib/pair-name.ts';
import { isMember } from '../../state/roles.ts';
import type { Draft } from './draft/draft.ts';
import { EntriesPanel } from './entries/entries-panel.tsx';
import type { Pair } from './glossary-address.ts';
import { TryPanel } from './try-out/try-panel.tsx';
import { useDraft, useDraftRevision } from './use-draft.ts';
import { VersionsPanel } from './versions/versions-panel.tsx';

interface PanelProps {
  readonly team: Team;
  readonly glossary: Glossary;
  readonly pair: Pair;
}

export function DictionaryPanel({ team, glossary, pair }: PanelProps) {
  const place = { team: team.id, id: glossary.id, ...pair };
  const { query, readAgain } = useDraft(place);
  return (
    <QueryContent query={query} loading={t('Loading the entries')} size="page">
      {(draft) => (
        <OpenDictionary team={team} glossary={glossary} pair={pair} draft={draft} onReadAgain={readAgain} />
      )}
    </QueryContent>
  );
}

function OpenDictionary({
  team,
  glossary,
  pair,
  draft,
  onReadAgain,
}: PanelProps & { draft: Draft; onReadAgain: () => Promise<void> }) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  useDraftRevision(draft);
  const discard = () => {
    draft.markSaved(draft.saved);
    void onReadAgain();
  };
  const isViewer = !isMember(team);
  const place = { team: team.id, id: glossary.id, ...pair };
  // A trial is charged, so it requires the same role as the playground.
  const panels = [
    {
      name: t('Entries'),
      content: <EntriesPanel draft={draft} place={place} name={glossary.name} isReadOnly={isViewer} />,
    },
    {
      name: t('Versions'),
      content: <VersionsPanel draft={draft} place={place} isReadOnly={isViewer} onRestored={onReadAgain} />,
    },
    ...(isViewer ? [] : [{ name: t('Try it'), content: <TryPanel draft={draft} place={place} /> }]),
  ];
  return (
    <section className="stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="visually-hidden">
        {pairName(pair.source, pair.target)}
      </h2>
      <Tabs
        names={panels.map(({ name }) => name)}
        chosen={chosen}
        labelledBy={`${id}-title`}
        onChoose={setChosen}
      >
        {panels[chosen]?.content}
      </Tabs>
      <LeaveGuard isOn={draft.isDirty} onDiscard={discard} />
    </section>
  );
}
