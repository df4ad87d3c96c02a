/** A bucket of any S3-compatible store, addressed by its path, so that no wildcard name or certificate is needed. */
import type { FileStoreConfig } from '../../config/documents.ts';
import type { FileStore } from './file-store.ts';
import { sha256, signV4 } from './sign-v4.ts';

type BucketConfig = Extract<FileStoreConfig, { kind: 's3' }>;

/** For the largest file on a slow line; a store that hangs must not hold a worker for longer. */
const timeoutMs = 60_000;

const tries = 3;
const pauseMs = 200;

export function openBucket(config: BucketConfig): FileStore {
  const send = (method: string, name: string, body?: Uint8Array) => sendAgain(config, method, name, body);
  return {
    async write(name, content) {
      await drop(await send('PUT', name, content));
    },
    async read(name) {
      const answer = await send('GET', name);
      if (answer.status !== 404) return Buffer.from(await answer.arrayBuffer());
      await drop(answer);
      return undefined;
    },
    async delete(name) {
      await drop(await send('DELETE', name));
    },
  };
}

/** A store that is busy or breaks off is asked again: each of these requests may be repeated. */
async function sendAgain(
  config: BucketConfig,
  method: string,
  name: string,
  body: Uint8Array | undefined,
): Promise<Response> {
  for (let turn = 1; ; turn++) {
    const answer = await sendOnce(config, method, name, body).catch((error: unknown) => {
      if (turn === tries) throw new Error('the store of files can not be reached', { cause: error });
      return undefined;
    });
    if (answer?.ok || answer?.status === 404) return answer;
    if (answer !== undefined) {
      await drop(answer);
      // What the store says may name the file or the account; its status is enough.
      if (answer.status < 500 || turn === tries)
        throw new Error(`the store of files answered ${answer.status}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs * turn));
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

async function drop(answer: Response): Promise<void> {
  await answer.body?.cancel();
}
