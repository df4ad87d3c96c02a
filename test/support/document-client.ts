/** Documents as a client sends and fetches them: plain fetch, nothing of the server's own code. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Answer, bearer, call, type ProblemAnswer } from './api-client.ts';

export interface DocumentAnswer {
  id: string;
  name: string;
  state: 'queued' | 'translating' | 'done' | 'error';
  characters: number;
  translated_characters: number;
  source_lang: string;
  source_detected: boolean;
  target_lang: string;
  mode: string;
  key_id: string;
  seconds_remaining: number | null;
  ready: boolean;
  error: { code: string; detail: string } | null;
  warnings?: { code: string; detail: string }[];
  created_at: string;
  expires_at: string;
}

/** A folder of its own for the files, and a data key. */
export function documentsEnv(): { folder: string; env: Record<string, string> } {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-documents-'));
  return {
    folder,
    env: {
      DRAGOMAN_DOCUMENTS: pathToFileURL(folder).href,
      DRAGOMAN_DATA_KEY: Buffer.alloc(32, 9).toString('base64'),
    },
  };
}

export interface FileToSend {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

export function uploadForm(
  { name, content }: FileToSend,
  members: Readonly<Record<string, string>>,
): FormData {
  const form = new FormData();
  for (const [member, value] of Object.entries(members)) form.append(member, value);
  form.append('file', new Blob([content]), name);
  return form;
}

export function upload<T = DocumentAnswer & ProblemAnswer>(
  address: string,
  key: string,
  file: FileToSend,
  members: Readonly<Record<string, string>>,
): Promise<Answer<T>> {
  return call<T>(address, { method: 'POST', headers: bearer(key), body: uploadForm(file, members) });
}

/** Asks until the document is done or has failed, and returns everything that was answered. */
export async function watch(
  address: string,
  key: string,
  { everyMs = 50, forMs = 300_000 } = {},
): Promise<DocumentAnswer[]> {
  const seen: DocumentAnswer[] = [];
  for (const end = Date.now() + forMs; Date.now() < end; await delay(everyMs)) {
    const { status, body } = await call<DocumentAnswer>(address, { headers: bearer(key) });
    if (status !== 200) throw new Error(`the document is answered ${status}: ${JSON.stringify(body)}`);
    seen.push(body);
    if (body.state === 'done' || body.state === 'error') return seen;
  }
  throw new Error(`the document is not done after ${forMs} ms: ${JSON.stringify(seen.at(-1))}`);
}

export async function download(address: string, key: string, init: RequestInit = {}) {
  const response = await fetch(address, { ...init, headers: { ...bearer(key), ...init.headers } });
  return {
    status: response.status,
    headers: response.headers,
    content: Buffer.from(await response.arrayBuffer()),
  };
}
