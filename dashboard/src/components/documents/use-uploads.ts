/** Uploads in progress and rejected ones. Files are sent one at a time because they share the bandwidth. */
import { useRef, useState } from 'react';
import { answered, at, client } from '../../api/client.ts';
import { readSession } from '../../api/session-token.ts';
import { asUnconfirmed } from '../../api/use-change.ts';
import { t } from '../../lib/messages.ts';
import type { TranslationOptions } from '../../state/translation-options.ts';
import { useRefreshDocuments } from './document-queries.ts';

export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly error?: Error;
}

/** The server's limit. It aborts a larger upload midway, and the browser would not know the reason. */
const maxBytes = 30 * 2 ** 20;

/** `onUploaded` gets the id of each document that the server has taken. */
export function useUploads(team: string, onUploaded: (id: string) => void = () => {}) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const refresh = useRefreshDocuments(team);
  const last = useRef(0);
  const line = useRef(Promise.resolve());

  const send = async (upload: Upload, file: File, members: TranslationOptions['members']) => {
    const forget = () => setUploads((now) => now.filter(({ id }) => id !== upload.id));
    try {
      if (file.size > maxBytes)
        throw new Error(t('The file is larger than 30 MiB. Split it into smaller files.'));
      await readFirstByte(file);
      const { id } = await answered(
        client.POST('/api/teams/{team}/documents', {
          ...at({ team }),
          body: { ...members, file: file as unknown as string },
          bodySerializer: toForm,
        }),
      ).catch(asUnconfirmedUpload);
      onUploaded(id);
      await refresh();
      forget();
    } catch (error) {
      const failed = { ...upload, error: error as Error };
      setUploads((now) => now.map((one) => (one.id === upload.id ? failed : one)));
      // A document whose answer was lost is in the list: whoever uploads it again is charged again.
      void refresh();
    }
  };

  return {
    uploads,
    add(files: readonly File[], members: TranslationOptions['members']): void {
      const owner = readSession()?.user;
      for (const file of files) {
        last.current += 1;
        const upload = { id: last.current, name: file.name };
        setUploads((now) => [...now, upload]);
        // Files that still wait at sign-out are not sent in the name of whoever signs in here next.
        line.current = line.current.then(() =>
          readSession()?.user === owner ? send(upload, file, members) : undefined,
        );
      }
    },
    dismiss: (id: number) => setUploads((now) => now.filter((one) => one.id !== id)),
  };
}

function asUnconfirmedUpload(error: unknown): never {
  return asUnconfirmed(
    error,
    t(
      'The server did not confirm the upload, so the document may be in the list. Check before you upload it again.',
    ),
  );
}

/** A folder is dropped like a file, and a file may be moved meanwhile. The browser says then that the server is not there. */
async function readFirstByte(file: File): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new Error(t('This file cannot be read. If it is a folder, drop the files in it.'));
    });
}

/** The file comes last, so that a server that streams the form has the options before the file. */
function toForm({
  file,
  ...members
}: { file: string | Blob } & Record<string, string | string[] | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(members))
    for (const one of [value].flat()) form.append(name, one);
  form.append('file', file);
  return form;
}
