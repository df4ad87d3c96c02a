import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import {
  useDeleteDocument,
  useDocuments,
  useDownloadDocument,
} from '../../components/documents/document-queries.ts';
import { DocumentTable } from '../../components/documents/document-table.tsx';
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

/** Files may be dropped anywhere. Text that is dragged is left to the browser. */
export function DropPage({ isDisabled, onFiles, children }: DropPageProps) {
  // Entering a part of the page leaves another: only the difference says whether a file is over the page.
  const depth = useRef(0);
  const [isOver, setIsOver] = useState(false);
  const enter = (event: DragEvent, by: number) => {
    if (!hasFiles(event)) return;
    depth.current += by;
    setIsOver(depth.current > 0 && !isDisabled);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the page "Documents" offers the same by keyboard
    <div
      className="drop-page"
      data-testid="drop-page"
      onDragEnter={(event) => enter(event, 1)}
      onDragLeave={(event) => enter(event, -1)}
      onDragOver={(event) => {
        // Otherwise the browser leaves the page and opens the file.
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setIsOver(false);
        if (!isDisabled) onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && (
        <div className="drop-veil" aria-hidden="true">
          <p>{t('Drop the files to translate them')}</p>
        </div>
      )}
    </div>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
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
