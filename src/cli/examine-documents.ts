import type { Config } from '../config/config.ts';
import { uuidV7 } from '../lib/uuid-v7.ts';
import { openFileStore } from '../store/files/open-file-store.ts';
import { type Finding, fault } from './examine.ts';

const check = 'documents';

/** Checks the file store by writing, reading and deleting a file. Having no file store is not a problem. */
export async function examineDocuments({ documents: { store }, dataKeys }: Config): Promise<Finding> {
  if (store === undefined) return { check, ok: true, detail: 'disabled: DRAGOMAN_DOCUMENTS is not set' };
  if (dataKeys === undefined) {
    return {
      check,
      ok: false,
      detail: 'disabled: files cannot be encrypted without DRAGOMAN_DATA_KEY',
      remedy: 'Generate a key with: openssl rand -base64 32. Set the same key on every node.',
    };
  }
  const name = `doctor-${uuidV7()}`;
  try {
    const files = openFileStore(store);
    await files.write(name, Buffer.from(name));
    const found = await files.read(name);
    await files.delete(name);
    if (found?.toString() !== name) throw new Error('a file that was just written cannot be read');
    return {
      check,
      ok: true,
      detail: store.kind === 'directory' ? `in ${store.folder}` : `in s3://${store.bucket}`,
    };
  } catch (error) {
    return fault(check, error, 'Check DRAGOMAN_DOCUMENTS as docs/run/documents.md describes.');
  }
}
