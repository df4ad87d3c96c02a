import { Button, RowButton } from '../../components/button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Table } from '../../components/table.tsx';
import { formatNumber } from '../../lib/format.ts';
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
    <Table
      rows={documents}
      keyOf={({ id }) => id}
      columns={[
        { header: 'File', kind: 'name', cell: ({ name }) => name },
        {
          header: 'Languages',
          cell: ({ source_lang, target_lang }) =>
            `${languageName(source_lang)} to ${languageName(target_lang)}`,
        },
        { header: 'Characters', kind: 'number', cell: ({ characters }) => formatNumber(characters) },
        { header: 'State', cell: (document) => <DocumentState document={document} /> },
        { header: 'Uploaded', cell: ({ created_at }) => <RelativeTime time={created_at} /> },
        { header: 'Expires', cell: ({ expires_at }) => <RelativeTime time={expires_at} /> },
        {
          header: 'Actions',
          kind: 'actions',
          cell: (document) => actions.mayChange && <DocumentActions document={document} {...actions} />,
        },
      ]}
    >
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} onDismiss={() => onDismiss(upload.id)} />
      ))}
    </Table>
  );
}

function DocumentActions({ document, isBusy, onDownload, onDelete }: Actions & { document: TeamDocument }) {
  const { name } = document;
  const [label, verb] = isUnderWay(document) ? [`Cancel ${name}`, 'Cancel'] : [`Delete ${name}`, 'Delete'];
  return (
    <>
      {document.ready && (
        <Button
          kind="plain"
          disabled={isBusy}
          aria-label={`Download ${name}`}
          onClick={() => onDownload(document)}
        >
          Download
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
      <td colSpan={5}>
        {error === undefined ? (
          <span className="quiet" role="status">
            Uploading
          </span>
        ) : (
          <span className="bad wrap" role="alert">
            {error.message}
          </span>
        )}
      </td>
      <td className="actions">
        {error !== undefined && (
          <Button kind="plain" aria-label={`Dismiss ${name}`} onClick={onDismiss}>
            Dismiss
          </Button>
        )}
      </td>
    </tr>
  );
}
