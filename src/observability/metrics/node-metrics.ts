/** The node itself: its dependencies, its stores and its memory. */
import { Counter, Gauge, type Registry } from '@prometheus-io/client';

/** Connections to Postgres for one purpose. */
export interface PoolUse {
  readonly pool: string;
  readonly size: number;
  readonly idle: number;
  readonly busy: number;
  /** Queries waiting for a connection. */
  readonly waiting: number;
}

export interface NodeMetrics {
  /** Reports the state of a dependency that a node needs to serve calls. */
  reportCheck(check: string, isOk: boolean): void;
  /** Counts texts that were or were not in the cache. */
  countCache(hits: number, misses: number): void;
  /** Whether this node enforces its share of the rate limits locally, because Redis is unavailable. */
  reportLimiterAlone(isAlone: boolean): void;
  /** `read` is called at every scrape. */
  watchPools(read: () => PoolUse[]): void;
  /** Bodies and large answers in memory; `read` is called at every scrape. */
  watchExchanges(read: () => { exchanges: number; bytes: number }): void;
  /** Finished spans that were sent to the collector or dropped. */
  countSpans(result: 'sent' | 'dropped', spans: number): void;
  describeNode(version: string, memoryLimitBytes: number): void;
}

export function createNodeMetrics(registry: Registry): NodeMetrics {
  const registers = [registry];
  let readPools: () => PoolUse[] = () => [];
  let readExchanges = () => ({ exchanges: 0, bytes: 0 });

  const checks = new Gauge({
    name: 'dragoman_ready',
    help: 'Whether a dependency that this node needs to serve calls is available (1) or not (0), by check: database, engines',
    labelNames: ['check'],
    registers,
  });
  const cacheTexts = new Counter({
    name: 'dragoman_cache_texts_total',
    help: 'Texts that were looked for in the cache, by result (hit or miss)',
    labelNames: ['result'],
    registers,
  });
  const limiterAlone = new Gauge({
    name: 'dragoman_limiter_fallback',
    help: 'Whether this node enforces its share of the rate limits on its own (1), because Redis is unavailable, or not (0)',
    registers,
  });
  const limiterFallbacks = new Counter({
    name: 'dragoman_limiter_fallbacks_total',
    help: 'How often Redis became unavailable and this node enforced its share of the rate limits on its own',
    registers,
  });
  const spans = new Counter({
    name: 'dragoman_trace_spans_total',
    help: 'Spans of traces by result: sent to the collector, or dropped',
    labelNames: ['result'],
    registers,
  });
  const build = new Gauge({
    name: 'dragoman_build_info',
    help: 'Always 1; the version of the server and of Node',
    labelNames: ['version', 'node'],
    registers,
  });
  const memoryLimit = new Gauge({
    name: 'dragoman_memory_limit_bytes',
    help: 'Memory that the process may use, by its setting, its control group or the machine',
    registers,
  });
  new Gauge({
    name: 'dragoman_postgres_connections',
    help: 'Connections to Postgres by pool (calls, changes, reports or upkeep) and state (idle or busy)',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, idle, busy } of readPools()) {
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'busy' }, busy);
      }
    },
  });
  new Gauge({
    name: 'dragoman_postgres_pool_size',
    help: 'Connections to Postgres that this process may have, by pool',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const { pool, size } of readPools()) this.set({ pool }, size);
    },
  });
  new Gauge({
    name: 'dragoman_postgres_waiting',
    help: 'Queries that wait for a connection to Postgres, by pool',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const { pool, waiting } of readPools()) this.set({ pool }, waiting);
    },
  });
  new Gauge({
    name: 'dragoman_large_exchanges',
    help: 'Large request bodies and answers in progress, whose memory is counted',
    registers,
    collect() {
      this.set(readExchanges().exchanges);
    },
  });
  new Gauge({
    name: 'dragoman_large_exchange_bytes',
    help: 'Bytes that these bodies and answers hold in memory',
    registers,
    collect() {
      this.set(readExchanges().bytes);
    },
  });

  return {
    reportCheck: (check, isOk) => checks.set({ check }, isOk ? 1 : 0),
    countCache(hits, misses) {
      if (hits > 0) cacheTexts.inc({ result: 'hit' }, hits);
      if (misses > 0) cacheTexts.inc({ result: 'miss' }, misses);
    },
    reportLimiterAlone(isAlone) {
      limiterAlone.set(isAlone ? 1 : 0);
      if (isAlone) limiterFallbacks.inc();
    },
    watchPools(read) {
      readPools = read;
    },
    watchExchanges(read) {
      readExchanges = read;
    },
    countSpans: (result, count) => spans.inc({ result }, count),
    describeNode(version, memoryLimitBytes) {
      build.set({ version, node: process.versions.node }, 1);
      memoryLimit.set(memoryLimitBytes);
    },
  };
}
