import { type ReactNode, useRef } from 'react';
import {
  useDeleteDocument,
  useDocuments,
  useDownloadDocument,
} from '../../components/documents/document-queries.ts';
import { DocumentTable } from '../../components/documents/document-table.tsx';
import { useFileDrop } from '../../components/documents/use-file-drop.ts';
import { useUploads } from '../../components/documents/use-uploads.ts';
import { Section } from '../../components/section.tsx';
import { t } from '../../lib/messages.ts';
import { useKept } from '../../state/kept.ts';
import type { TranslationOptions } from '../../state/translation-options.ts';

interface DropPageProps {
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Files may be dropped anywhere. The page "Documents" offers the same by keyboard. */
export function DropPage({ isDisabled, onFiles, children }: DropPageProps) {
  const isOver = useFileDrop({ isDisabled, onFiles });
  return (
    <div className="drop-page" data-testid="drop-page">
      {children}
      {isOver && (
        <div className="drop-veil" aria-hidden="true">
          <p>{t('Drop the files to translate them')}</p>
        </div>
      )}
    </div>
  );
}

export type DroppedFiles = ReturnType<typeof useDroppedFiles>;

/** The files that were dropped here; the page "Documents" lists all. */
export function useDroppedFiles(team: string) {
  const [ids, setIds] = useKept<readonly string[]>(`dropped ${team}`, []);
  const known = useRef(ids);
  const { uploads, add, dismiss } = useUploads(team, (id) => {
    known.current = [...known.current, id];
    setIds(known.current);
  });
  return { ids, uploads, dismiss, add, team };
}

interface DroppedListProps {
  readonly files: DroppedFiles;
  readonly options: TranslationOptions;
}

export function DroppedList({ files, options }: DroppedListProps) {
  return files.ids.length + files.uploads.length === 0 ? null : <Dropped files={files} options={options} />;
}

function Dropped({ files: { team, ids, uploads, dismiss }, options }: DroppedListProps) {
  const documents = useDocuments(team);
  const download = useDownloadDocument(team);
  const remove = useDeleteDocument(team);
  const listed = documents.data?.pages.flatMap((page) => page.documents) ?? [];
  const shown = listed.filter(({ id }) => ids.includes(id));
  if (shown.length + uploads.length === 0) return null;
  return (
    <Section id="files" title={t('Files')}>
      <DocumentTable
        documents={shown}
        uploads={uploads}
        mayChange
        isBusy={download.isPending || remove.isPending}
        languageName={options.languageName}
        onDownload={download.mutate}
        onDelete={remove.mutate}
        onDismiss={dismiss}
      />
    </Section>
  );
}
