/** A collector that speaks OTLP over HTTP, as far as the JSON form goes, and keeps what it got. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: string };

interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Value }[];
  status: { code?: number };
}

export interface CollectedSpan extends Omit<WireSpan, 'attributes'> {
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Collector extends AsyncDisposable {
  readonly url: string;
  readonly spans: CollectedSpan[];
  readonly headers: IncomingHttpHeaders[];
  /** Everything as it came. */
  raw(): string;
  /** Instead of 200; undefined never answers. */
  status: number | undefined;
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let raw = '';
  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end();
    if (request.headers['content-type'] !== 'application/json') return response.writeHead(415).end();
    raw += body;
    headers.push(request.headers);
    spans.push(...read(body));
    if (running.status !== undefined) response.writeHead(running.status).end('{}');
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const running: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    raw: () => raw,
    status: 200,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return running;
}

function read(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[];
  };
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(
        span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
      ),
    }));
}
