import { Button } from '../../components/button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatNumber } from '../../lib/format.ts';
import { isUnderWay, type TeamDocument } from './document-queries.ts';
import { DocumentState } from './document-state.tsx';
import type { Upload } from './use-uploads.ts';

export function DocumentTable({
  documents,
  uploads,
  mayChange,
  isBusy,
  languageName,
  onDownload,
  onDelete,
  onDismiss,
}: {
  documents: readonly TeamDocument[];
  uploads: readonly Upload[];
  mayChange: boolean;
  isBusy: boolean;
  languageName: (code: string) => string;
  onDownload: (document: TeamDocument) => void;
  onDelete: (document: TeamDocument) => void;
  onDismiss: (upload: number) => void;
}) {
  return (
    <div className="table-frame">
      <table className="table table-cards table-documents">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Languages</th>
            <th scope="col" className="number">
              Characters
            </th>
            <th scope="col">State</th>
            <th scope="col">Sent</th>
            <th scope="col">Deleted</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} onDismiss={() => onDismiss(upload.id)} />
          ))}
          {documents.map((document) => (
            <tr key={document.id}>
              <td className="name">{document.name}</td>
              <td data-label="Languages">
                {languageName(document.source_lang)} to {languageName(document.target_lang)}
              </td>
              <td className="number" data-label="Characters">
                {formatNumber(document.characters)}
              </td>
              <td data-label="State">
                <DocumentState document={document} />
              </td>
              <td data-label="Sent">
                <RelativeTime time={document.created_at} />
              </td>
              <td data-label="Deleted">
                <RelativeTime time={document.expires_at} />
              </td>
              <td className="actions">
                {document.ready && mayChange && (
                  <Button
                    kind="plain"
                    disabled={isBusy}
                    aria-label={`Download ${document.name}`}
                    onClick={() => onDownload(document)}
                  >
                    Download
                  </Button>
                )}
                {mayChange && (
                  <Button
                    kind="plain"
                    needs="change"
                    disabled={isBusy}
                    aria-label={`${isUnderWay(document) ? 'Cancel' : 'Delete'} ${document.name}`}
                    onClick={() => onDelete(document)}
                  >
                    {isUnderWay(document) ? 'Cancel' : 'Delete'}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A file that the server does not have: it is being uploaded, or was rejected. */
function UploadRow({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  return (
    <tr>
      <td className="name">{upload.name}</td>
      <td colSpan={5}>
        {upload.error === undefined ? (
          <span className="quiet" role="status">
            being sent
          </span>
        ) : (
          <span className="bad wrap" role="alert">
            {upload.error.message}
          </span>
        )}
      </td>
      <td className="actions">
        {upload.error !== undefined && (
          <Button kind="plain" aria-label={`Dismiss ${upload.name}`} onClick={onDismiss}>
            Dismiss
          </Button>
        )}
      </td>
    </tr>
  );
}
