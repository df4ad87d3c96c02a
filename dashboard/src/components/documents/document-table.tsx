import { formatNumber } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import { Button, RowButton } from '../button.tsx';
import { DataTable } from '../data-table.tsx';
import { errorWords } from '../problem-words.ts';
import { RelativeTime } from '../relative-time.tsx';
import { isUnderWay, type TeamDocument } from './document-queries.ts';
import { DocumentState } from './document-state.tsx';
import type { Upload } from './use-uploads.ts';

interface Actions {
  readonly mayChange: boolean;
  readonly isBusy: boolean;
  readonly onDownload: (document: TeamDocument) => void;
  readonly onDelete: (document: TeamDocument) => void;
}

export function DocumentTable({
  documents,
  uploads,
  languageName,
  onDismiss,
  ...actions
}: Actions & {
  documents: readonly TeamDocument[];
  uploads: readonly Upload[];
  languageName: (code: string) => string;
  onDismiss: (upload: number) => void;
}) {
  return (
    <DataTable
      rows={documents}
      keyOf={({ id }) => id}
      columns={[
        { header: t('File'), kind: 'name', cell: ({ name }) => name },
        {
          header: t('Languages'),
          cell: ({ source_lang, target_lang }) =>
            t('{sourceLang} to {targetLang}', {
              sourceLang: languageName(source_lang),
              targetLang: languageName(target_lang),
            }),
        },
        { header: t('Characters'), kind: 'number', cell: ({ characters }) => formatNumber(characters) },
        { header: t('State'), cell: (document) => <DocumentState document={document} /> },
        { header: t('Uploaded'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
        { header: t('Expires'), cell: ({ expires_at }) => <RelativeTime time={expires_at} /> },
        {
          header: t('Actions'),
          kind: 'actions',
          cell: (document) => actions.mayChange && <DocumentActions document={document} {...actions} />,
        },
      ]}
    >
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} onDismiss={() => onDismiss(upload.id)} />
      ))}
    </DataTable>
  );
}

function DocumentActions({ document, isBusy, onDownload, onDelete }: Actions & { document: TeamDocument }) {
  const { name } = document;
  const [label, verb] = isUnderWay(document)
    ? [t('Cancel {name}', { name }), t('Cancel')]
    : [t('Delete {name}', { name }), t('Delete')];
  return (
    <>
      {document.ready && (
        <Button
          kind="plain"
          disabled={isBusy}
          aria-label={t('Download {name}', { name })}
          onClick={() => onDownload(document)}
        >
          {t('Download')}
        </Button>
      )}
      <RowButton label={label} disabled={isBusy} onClick={() => onDelete(document)}>
        {verb}
      </RowButton>
    </>
  );
}

/** A file that the server does not have: it is being uploaded, or was rejected. */
function UploadRow({ upload: { name, error }, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  return (
    <tr>
      <td className="name">{name}</td>
      <td colSpan={2} className="number" />
      <td colSpan={3} data-label={t('State')}>
        {error === undefined ? (
          <span className="quiet" role="status">
            {t('Uploading')}
          </span>
        ) : (
          <div className="bad upload-words" role="alert">
            {errorWords(error)}
          </div>
        )}
      </td>
      <td className="actions">
        {error !== undefined && (
          <Button kind="plain" aria-label={t('Dismiss {name}', { name })} onClick={onDismiss}>
            {t('Dismiss')}
          </Button>
        )}
      </td>
    </tr>
  );
}
