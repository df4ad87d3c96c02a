/** Version history of a dictionary: author and time, differences between two versions, and restoring one. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal } from '../../../api/client.ts';
import type { DictionaryVersion } from '../../../api/queries.ts';
import { Button } from '../../../components/button.tsx';
import { Select } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Loading } from '../../../components/loading.tsx';
import { Failure, Notice } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { formatCount, formatNumber } from '../../../lib/format.ts';
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

export function VersionsPanel({
  draft,
  place,
  isReadOnly,
  onRestored,
}: {
  draft: Draft;
  place: DictionaryPlace;
  isReadOnly: boolean;
  onRestored: () => Promise<void>;
}) {
  const versions = useQuery({
    queryKey: ['glossaries', place.team, place.id, 'versions', place.source, place.target],
    queryFn: () => listVersions(place),
  });
  const [restored, setRestored] = useState<DictionaryVersion>();
  const isNone = versions.error instanceof Refusal && versions.error.code === 'not_found';
  if (isNone) return <Notice>Every save creates a version. Versions appear here.</Notice>;
  if (versions.data === undefined) {
    return versions.isPending ? (
      <Loading what="versions" />
    ) : (
      <Failure error={versions.error} onRetry={() => void versions.refetch()} />
    );
  }
  return (
    <>
      {draft.isDirty && !isReadOnly && (
        <Notice>You have unsaved changes. Save or undo them before you restore a version.</Notice>
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

function VersionTable({
  versions,
  mayRestore,
  onRestore,
}: {
  versions: readonly DictionaryVersion[];
  mayRestore: boolean;
  onRestore: (version: DictionaryVersion) => void;
}) {
  return (
    <div className="table-frame">
      <table className="table table-cards">
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Saved by</th>
            <th scope="col">When</th>
            <th scope="col" className="number">
              Terms
            </th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <tr key={version.version}>
              <td className="name">Version {version.version}</td>
              <td className="wrap" data-label="Saved by">
                {authorOf(version)}
              </td>
              <td data-label="When">
                <RelativeTime time={version.written_at} />
              </td>
              <td className="number" data-label="Terms">
                {formatNumber(version.entry_count)}
              </td>
              <td className="actions">
                {version.is_current ? (
                  <span className="tag">current</span>
                ) : (
                  mayRestore && (
                    <Button
                      kind="plain"
                      needs="change"
                      aria-label={`Restore version ${version.version}`}
                      onClick={() => onRestore(version)}
                    >
                      Restore
                    </Button>
                  )
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
    label: is_current ? `Version ${version}, current` : `Version ${version}`,
  }));
  return (
    <section className="stack" aria-labelledby="compare-versions">
      <h2 id="compare-versions">What changed</h2>
      <div className="row row-fields">
        <Select
          label="From"
          choices={choices}
          value={from}
          onChange={(event) => setWish({ ...wish, from: Number(event.target.value) })}
        />
        <Select
          label="To"
          choices={choices}
          value={to}
          onChange={(event) => setWish({ ...wish, to: Number(event.target.value) })}
        />
      </div>
      <Failure error={diff.error} onRetry={() => void diff.refetch()} />
      {diff.isPending && <Loading what="what changed" />}
      {diff.data !== undefined && <DiffTable key={`${from} ${to}`} diff={diff.data} />}
    </section>
  );
}

function RestoreDialog({
  place,
  version,
  current,
  onRestored,
  onClose,
}: {
  place: DictionaryPlace;
  version: DictionaryVersion;
  current: number | undefined;
  onRestored: () => Promise<void>;
  onClose: () => void;
}) {
  const refresh = useRefreshGlossaries(place.team);
  const restore = useMutation({
    mutationFn: async () => {
      const { tsv } = await readDictionary(place, version.version);
      return saveDictionary(place, { version: current, tsv });
    },
    onSuccess: () => {
      onClose();
      return onRestored();
    },
    onSettled: refresh,
  });
  return (
    <FormDialog
      title={`Restore version ${version.version}`}
      action="Restore"
      change={restore}
      onSubmit={() => restore.mutate()}
      onClose={onClose}
    >
      <p>
        This saves its {formatCount(version.entry_count, 'term')} as a new version, which applies from the
        next call. The current version stays in this list.
      </p>
    </FormDialog>
  );
}
