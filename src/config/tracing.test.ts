import { expect, test } from 'vitest';
import { readTracing } from './tracing.ts';

const read = (env: Record<string, string>) => {
  const faults: string[] = [];
  return { tracing: readTracing(env, faults), faults };
};

test('nothing is traced unless somebody says where to', () => {
  expect(read({ OTEL_SERVICE_NAME: 'x', OTEL_EXPORTER_OTLP_HEADERS: 'broken' })).toEqual({
    tracing: undefined,
    faults: [],
  });
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined();
});

test('an endpoint gets its path, and a full address stays as it is', () => {
  const { tracing } = read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' });
  expect(tracing).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: {},
    serviceName: 'dragoman',
    share: 1,
  });
  const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = 'https://traces.example/otlp';
  expect(read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT }).tracing?.url).toBe(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
});

test('headers are read, and named when they are none, without their values', () => {
  const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
  const { tracing } = read({ ...base, OTEL_EXPORTER_OTLP_HEADERS: 'a=b%20c, x-key = d=e' });
  expect(tracing?.headers).toEqual({ a: 'b c', 'x-key': 'd=e' });
  const { faults } = read({ ...base, OTEL_EXPORTER_OTLP_HEADERS: 'secret' });
  expect(faults).toEqual([expect.stringMatching(/^OTEL_EXPORTER_OTLP_HEADERS must/)]);
  expect(faults.join()).not.toContain('secret');
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /OTLP_ENDPOINT/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER_ARG: '2' }, /SAMPLER_ARG/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /PROTOCOL/],
])('%j is a fault', (env, message) => {
  expect(read(env as Record<string, string>).faults.join()).toMatch(message);
});
