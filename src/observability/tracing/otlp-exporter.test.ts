import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { leewayInGate } from '../../../test/support/long-form.ts';
import { createLogger } from '../logger.ts';
import { OtlpExporter } from './otlp-exporter.ts';
import { createTracer } from './tracer.ts';

interface Sent {
  resourceSpans: { scopeSpans: { spans: { spanId: string; parentSpanId?: string; name: string }[] }[] }[];
}

async function collector(answer: () => number | undefined) {
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    sent.push(JSON.parse(await readAll(request)) as Sent);
    const status = answer();
    if (status !== undefined) response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const counts = { sent: 0, dropped: 0 };
  const exporter = new OtlpExporter({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    headers: {},
    resource: { 'service.name': 'test' },
    count: (result, spans) => {
      counts[result] += spans;
    },
    logger: createLogger('silent'),
  });
  return {
    counts,
    exporter,
    spans: () => sent.flatMap((each) => each.resourceSpans[0]?.scopeSpans[0]?.spans ?? []),
    tracer: createTracer(1, (span) => exporter.take(span)),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('spans arrive in batches, with their parents, also those of the last moment', async () => {
  const { tracer, exporter, spans, counts, stop } = await collector(() => 200);
  for (let i = 0; i < 700; i++) {
    const span = tracer.begin('call', undefined, {});
    span.child('step').end();
    span.end();
  }
  await exporter.close();
  stop();
  expect(counts).toEqual({ sent: 1_400, dropped: 0 });
  const ids = new Set(spans().map(({ spanId }) => spanId));
  expect(ids.size).toBe(1_400);
  expect(
    spans()
      .filter(({ name }) => name === 'step')
      .every(({ parentSpanId }) => ids.has(parentSpanId ?? '')),
  ).toBe(true);
});

test('a collector that refuses or never answers costs a bounded memory and nobody any time', async () => {
  let status: number | undefined = 500;
  const { tracer, exporter, counts, stop } = await collector(() => status);
  tracer.begin('refused', undefined, {}).end();
  await vi.waitFor(() => expect(counts.dropped).toBe(1), { timeout: 60_000 });
  status = undefined;
  const started = performance.now();
  for (let i = 0; i < 20_000; i++) tracer.begin('hangs', undefined, {}).end();
  expect(performance.now() - started).toBeLessThan(leewayInGate(2_000));
  // 512 are being sent and 8,192 wait.
  expect(counts.dropped).toBe(1 + 20_000 - 512 - 8_192);
  stop();
  await exporter.close();
});

test('what its caller does not keep is not sent, but keeps its identity', async () => {
  const { tracer, exporter, counts, stop } = await collector(() => 200);
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const span = tracer.begin('call', `00-${traceId}-00f067aa0ba902b7-00`, {});
  expect([span.traceId, span.traceparent]).toEqual([
    traceId,
    expect.stringMatching(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`)),
  ]);
  span.record('part', 0, 1);
  span.end();
  await exporter.close();
  stop();
  expect(counts).toEqual({ sent: 0, dropped: 0 });
});
