/** Tracing of this process: sends spans to the configured collector. */
import { hostname } from 'node:os';
import type { TracingConfig } from '../../config/config.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { OtlpExporter } from './otlp-exporter.ts';
import { createTracer, type Tracer } from './tracer.ts';

export interface Tracing {
  readonly tracer: Tracer;
  close(): Promise<void>;
}

export function startTracing(
  config: TracingConfig,
  version: string,
  metrics: Metrics,
  logger: Logger,
): Tracing {
  const exporter = new OtlpExporter({
    url: config.url,
    headers: config.headers,
    resource: {
      'service.name': config.serviceName,
      'service.version': version,
      'host.name': hostname(),
      'process.pid': process.pid,
    },
    count: metrics.countSpans,
    logger,
  });
  logger.info('requests are traced', { collector: new URL(config.url).host });
  return { tracer: createTracer(config.share, (span) => exporter.take(span)), close: () => exporter.close() };
}
