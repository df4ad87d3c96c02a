/** The node itself: its dependencies, its stores and its memory. */
import type { Registry } from '@prometheus-io/client';
import { metersIn } from './meters.ts';

/** Connections to Postgres for one purpose. */
export interface PoolUse {
  readonly pool: string;
  readonly size: number;
  readonly idle: number;
  readonly busy: number;
  /** Queries waiting for a connection. */
  readonly waiting: number;
}

export type NodeMetrics = ReturnType<typeof createNodeMetrics>;

export function createNodeMetrics(registry: Registry) {
  const { counter, gauge, watch } = metersIn(registry);
  let readPools: () => PoolUse[] = () => [];
  let readExchanges = () => ({ exchanges: 0, bytes: 0 });

  const checks = gauge(
    'dragoman_ready',
    'Whether a dependency that this node needs to serve calls is available (1) or not (0), by check: database, engines',
    ['check'],
  );
  const cacheTexts = counter(
    'dragoman_cache_texts_total',
    'Texts that were looked for in the cache, by result (hit or miss)',
    ['result'],
  );
  const limiterAlone = gauge(
    'dragoman_limiter_fallback',
    'Whether this node enforces its share of the rate limits on its own (1), because Redis is unavailable, or not (0)',
  );
  const limiterFallbacks = counter(
    'dragoman_limiter_fallbacks_total',
    'How often Redis became unavailable and this node enforced its share of the rate limits on its own',
  );
  const spans = counter(
    'dragoman_trace_spans_total',
    'Spans of traces by result: sent to the collector, or dropped',
    ['result'],
  );
  const build = gauge('dragoman_build_info', 'Always 1; the version of the server and of Node', [
    'version',
    'node',
  ]);
  const memoryLimit = gauge(
    'dragoman_memory_limit_bytes',
    'Memory that the process may use, by its setting, its control group or the machine',
  );
  const certificateEnd = gauge(
    'dragoman_tls_certificate_expires_timestamp_seconds',
    'When the certificate of the public listener expires, in seconds since 1970; absent without a certificate',
  );
  // It starts at 0, which would be a certificate that has expired.
  certificateEnd.remove();
  watch(
    'dragoman_postgres_connections',
    'Connections to Postgres by pool (calls, changes, reports or upkeep) and state (idle or busy)',
    ['pool', 'state'],
    (gauge) => {
      for (const { pool, idle, busy } of readPools()) {
        gauge.set({ pool, state: 'idle' }, idle);
        gauge.set({ pool, state: 'busy' }, busy);
      }
    },
  );
  watch(
    'dragoman_postgres_pool_size',
    'Connections to Postgres that this process may have, by pool',
    ['pool'],
    (gauge) => {
      for (const { pool, size } of readPools()) gauge.set({ pool }, size);
    },
  );
  watch(
    'dragoman_postgres_waiting',
    'Queries that wait for a connection to Postgres, by pool',
    ['pool'],
    (gauge) => {
      for (const { pool, waiting } of readPools()) gauge.set({ pool }, waiting);
    },
  );
  watch(
    'dragoman_large_exchanges',
    'Large request bodies and answers in progress, whose memory is counted',
    [],
    (gauge) => gauge.set(readExchanges().exchanges),
  );
  watch('dragoman_large_exchange_bytes', 'Bytes that these bodies and answers hold in memory', [], (gauge) =>
    gauge.set(readExchanges().bytes),
  );

  return {
    /** Reports the state of a dependency that a node needs to serve calls. */
    reportCheck: (check: string, isOk: boolean) => checks.set({ check }, isOk ? 1 : 0),
    /** Counts texts that were or were not in the cache. */
    countCache(hits: number, misses: number) {
      if (hits > 0) cacheTexts.inc({ result: 'hit' }, hits);
      if (misses > 0) cacheTexts.inc({ result: 'miss' }, misses);
    },
    /** Whether this node enforces its share of the rate limits locally, because Redis is unavailable. */
    reportLimiterAlone(isAlone: boolean) {
      limiterAlone.set(isAlone ? 1 : 0);
      if (isAlone) limiterFallbacks.inc();
    },
    /** `read` is called at every scrape. */
    watchPools(read: () => PoolUse[]) {
      readPools = read;
    },
    /** Bodies and large answers in memory; `read` is called at every scrape. */
    watchExchanges(read: () => { exchanges: number; bytes: number }) {
      readExchanges = read;
    },
    /** The certificate that the public listener presents from now on. */
    reportCertificate: (validUntil: Date) => certificateEnd.set(validUntil.getTime() / 1_000),
    /** Finished spans that were sent to the collector or dropped. */
    countSpans: (result: 'sent' | 'dropped', count: number) => spans.inc({ result }, count),
    describeNode(version: string, memoryLimitBytes: number) {
      build.set({ version, node: process.versions.node }, 1);
      memoryLimit.set(memoryLimitBytes);
    },
  };
}
