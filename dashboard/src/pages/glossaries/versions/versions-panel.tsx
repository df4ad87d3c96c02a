/** Version history of a dictionary: author and time, differences between two versions, and restoring one. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal } from '../../../api/client.ts';
import type { DictionaryVersion } from '../../../api/queries.ts';
import { asUnconfirmed } from '../../../api/use-change.ts';
import { RowButton } from '../../../components/button.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Loading } from '../../../components/loading.tsx';
import { Failure, Notice } from '../../../components/notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { Section } from '../../../components/section.tsx';
import { Select } from '../../../components/select.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { t, tIn } from '../../../lib/messages.ts';
import {
  type DictionaryPlace,
  listVersions,
  readDictionary,
  readDiff,
  saveDictionary,
} from '../dictionary-exchange.ts';
import type { Draft } from '../draft/draft.ts';
import { useRefreshGlossaries } from '../glossary-queries.ts';
import { authorOf } from './author.ts';
import { DiffTable } from './diff-table.tsx';

interface VersionsPanelProps {
  readonly draft: Draft;
  readonly place: DictionaryPlace;
  readonly isReadOnly: boolean;
  readonly onRestored: () => Promise<void>;
}

export function VersionsPanel({ draft, place, isReadOnly, onRestored }: VersionsPanelProps) {
  const versions = useQuery({
    queryKey: ['glossaries', place.team, place.id, 'versions', place.source, place.target],
    queryFn: () => listVersions(place),
  });
  const [restored, setRestored] = useState<DictionaryVersion>();
  const isNone = versions.error instanceof Refusal && versions.error.code === 'not_found';
  if (isNone) return <Notice>{t('Every save creates a version. Versions appear here.')}</Notice>;
  if (versions.data === undefined) {
    return versions.isPending ? (
      <Loading label={t('Loading versions')} />
    ) : (
      <Failure error={versions.error} onRetry={() => void versions.refetch()} />
    );
  }
  return (
    <>
      {draft.isDirty && !isReadOnly && (
        <Notice>{t('You have unsaved changes. Save or undo them before you restore a version.')}</Notice>
      )}
      <VersionTable
        versions={versions.data}
        mayRestore={!isReadOnly && !draft.isDirty}
        onRestore={setRestored}
      />
      <Compare place={place} versions={versions.data} />
      {restored !== undefined && (
        <RestoreDialog
          place={place}
          version={restored}
          current={versions.data.find(({ is_current }) => is_current)?.version}
          onClose={() => setRestored(undefined)}
          onRestored={onRestored}
        />
      )}
    </>
  );
}

interface VersionTableProps {
  readonly versions: readonly DictionaryVersion[];
  readonly mayRestore: boolean;
  readonly onRestore: (version: DictionaryVersion) => void;
}

function VersionTable({ versions, mayRestore, onRestore }: VersionTableProps) {
  return (
    <DataTable
      rows={versions}
      keyOf={({ version }) => version}
      columns={[
        { header: t('Version'), kind: 'name', cell: ({ version }) => t('Version {version}', { version }) },
        { header: t('Saved by'), className: 'wrap', cell: authorOf },
        { header: t('When'), cell: ({ written_at }) => <RelativeTime time={written_at} /> },
        { header: t('Terms'), kind: 'number', cell: ({ entry_count }) => formatNumber(entry_count) },
        {
          header: t('Actions'),
          kind: 'actions',
          cell: (version) =>
            version.is_current ? (
              <span className="tag">{t('current')}</span>
            ) : (
              mayRestore && (
                <RowButton
                  label={t('Restore version {version}', { version: version.version })}
                  onClick={() => onRestore(version)}
                >
                  {t('Restore')}
                </RowButton>
              )
            ),
        },
      ]}
    />
  );
}

/** Compares the two newest versions unless the user selects others. */
function Compare({ place, versions }: { place: DictionaryPlace; versions: readonly DictionaryVersion[] }) {
  const [wish, setWish] = useState<{ from?: number; to?: number }>({});
  const [newest, second] = versions;
  const from = wish.from ?? second?.version;
  const to = wish.to ?? newest?.version;
  const diff = useQuery({
    queryKey: ['glossaries', place.team, place.id, 'diff', place.source, place.target, from, to],
    queryFn: () => readDiff(place, from ?? 0, to ?? 0),
    enabled: from !== undefined && to !== undefined,
  });
  if (from === undefined || to === undefined) return null;
  const choices = versions.map(({ version, is_current }) => ({
    value: String(version),
    label: is_current ? t('Version {version}, current', { version }) : t('Version {version}', { version }),
  }));
  return (
    <Section id="compare-versions" title={t('What changed')}>
      <div className="row row-fields">
        <Select
          label={tIn('older version', 'From')}
          choices={choices}
          value={String(from)}
          onChange={(version) => setWish({ ...wish, from: Number(version) })}
        />
        <Select
          label={tIn('newer version', 'To')}
          choices={choices}
          value={String(to)}
          onChange={(version) => setWish({ ...wish, to: Number(version) })}
        />
      </div>
      <QueryContent query={diff} loading={t('Loading what changed')}>
        {(data) => <DiffTable key={`${from} ${to}`} diff={data} />}
      </QueryContent>
    </Section>
  );
}

interface RestoreDialogProps {
  readonly place: DictionaryPlace;
  readonly version: DictionaryVersion;
  readonly current: number | undefined;
  readonly onRestored: () => Promise<void>;
  readonly onClose: () => void;
}

function RestoreDialog({ place, version, current, onRestored, onClose }: RestoreDialogProps) {
  const refresh = useRefreshGlossaries(place.team);
  const restore = useMutation({
    mutationFn: async () => {
      const { tsv } = await readDictionary(place, version.version);
      return saveDictionary(place, { version: current, tsv }).catch(asUnconfirmed);
    },
    meta: {
      telling: {
        done: () =>
          t('Version {version} is restored. It applies from the next call.', { version: version.version }),
      },
    },
    onSuccess: () => {
      onClose();
      return onRestored();
    },
    onSettled: refresh,
  });
  return (
    <FormDialog
      title={t('Restore version {version}', { version: version.version })}
      action={t('Restore')}
      change={restore}
      onSubmit={() => restore.mutate()}
      words={t(
        'This saves its {terms, plural, one {# term} other {# terms}} as a new version, which applies from the next call. The current version stays in this list.',
        { terms: version.entry_count },
      )}
      onClose={onClose}
    />
  );
}
