/** A bucket of any S3-compatible store. Path-style URLs need no wildcard name or certificate. */
import type { FileStoreConfig } from '../../config/documents.ts';
import type { FileStore } from './file-store.ts';
import { sha256, signV4 } from './sign-v4.ts';

type BucketConfig = Extract<FileStoreConfig, { kind: 's3' }>;

/** Enough for the largest file on a slow connection; a store that hangs must not hold a worker for longer. */
const timeoutMs = 60_000;

const maxAttempts = 3;
const pauseMs = 200;

export function openBucket(config: BucketConfig): FileStore {
  const send = (method: string, name: string, body?: Uint8Array) =>
    sendWithRetries(config, method, name, body);
  return {
    async write(name, content) {
      await discard(await send('PUT', name, content));
    },
    async read(name) {
      const answer = await send('GET', name);
      if (answer.status !== 404) return Buffer.from(await answer.arrayBuffer());
      await discard(answer);
      return undefined;
    },
    async delete(name) {
      await discard(await send('DELETE', name));
    },
  };
}

/** Retries when the store is busy or the connection breaks. All of these requests are idempotent. */
async function sendWithRetries(
  config: BucketConfig,
  method: string,
  name: string,
  body: Uint8Array | undefined,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await sendOnce(config, method, name, body).catch((error: unknown) => {
      if (attempt === maxAttempts) throw new Error('the file store cannot be reached', { cause: error });
      return undefined;
    });
    if (answer?.ok || answer?.status === 404) return answer;
    if (answer !== undefined) {
      await discard(answer);
      // The store's message may name the file or the account; the status is enough.
      if (answer.status < 500 || attempt === maxAttempts)
        throw new Error(`the file store answered ${answer.status}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt));
  }
}

async function sendOnce(
  config: BucketConfig,
  method: string,
  name: string,
  body: Uint8Array | undefined,
): Promise<Response> {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = config;
  const url = new URL(`${endpoint.pathname.replace(/\/$/, '')}/${bucket}/${prefix}${name}`, endpoint);
  const payloadSha256 = sha256(body ?? '');
  const headers = {
    'x-amz-content-sha256': payloadSha256,
    'x-amz-date': new Date().toISOString().replaceAll(/[-:]|\.\d+/g, ''),
  };
  const key = { accessKeyId, secretAccessKey, region, service: 's3' };
  const authorization = signV4({ method, url, headers, payloadSha256 }, key);
  return fetch(url, {
    method,
    headers: { ...headers, authorization },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    ...(body && { body: new Uint8Array(body) }),
  });
}

async function discard(answer: Response): Promise<void> {
  await answer.body?.cancel();
}
