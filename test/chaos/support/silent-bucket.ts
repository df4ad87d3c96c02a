/** A bucket in memory, as far as the store of files asks it, that can stop answering. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Bucket {
  readonly url: string;
  /** Takes requests from now on and answers none of them. */
  hang(): void;
  open(): void;
  stop(): Promise<void>;
}

export async function startBucket(): Promise<Bucket> {
  const files = new Map<string, Buffer>();
  let hangs = false;
  const answer = (method: string, path: string, body: Buffer, response: ServerResponse) => {
    if (method === 'PUT') files.set(path, body);
    if (method === 'DELETE') files.delete(path);
    const found = method === 'GET' ? files.get(path) : Buffer.alloc(0);
    response.writeHead(found === undefined ? 404 : 200).end(found);
  };
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const body = await buffer(request).catch(() => Buffer.alloc(0));
    if (!hangs) answer(method, url, body, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hang() {
      hangs = true;
    },
    open() {
      hangs = false;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
