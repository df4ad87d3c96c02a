/** Tracing settings, from the standard OpenTelemetry variables. Without an endpoint, tracing is off. */

export interface TracingConfig {
  /** The full address of the collector, including its path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of the traces started here that is kept, from 0 to 1. */
  readonly share: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readTracing(env: Environment, problems: string[]): TracingConfig | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim();
  const exact = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim();
  const url = exact || (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  if (!url || env.OTEL_SDK_DISABLED?.trim() === 'true') return undefined;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    const name = exact ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' : 'OTEL_EXPORTER_OTLP_ENDPOINT';
    problems.push(`${name} must be an http:// or https:// address.`);
  }
  const protocol = env.OTEL_EXPORTER_OTLP_PROTOCOL?.trim();
  if (protocol === 'grpc') {
    problems.push('OTEL_EXPORTER_OTLP_PROTOCOL must not be grpc: traces are sent over HTTP, as JSON.');
  }
  return {
    url,
    headers: readHeaders(env.OTEL_EXPORTER_OTLP_HEADERS, problems),
    serviceName: env.OTEL_SERVICE_NAME?.trim() || 'dragoman',
    share: readShare(env.OTEL_TRACES_SAMPLER_ARG, problems),
  };
}

/** `name=value,name=value`, values percent-encoded. No message may contain the values: they hold keys. */
function readHeaders(raw: string | undefined, problems: string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const part of raw?.split(',') ?? []) {
    if (part.trim() === '') continue;
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=(.*)$/.exec(part) ?? [];
    const decoded = decode(value?.trim());
    if (name === undefined || decoded === undefined) {
      problems.push('OTEL_EXPORTER_OTLP_HEADERS must list headers as name=value, separated by commas.');
      return {};
    }
    headers[name] = decoded;
  }
  return headers;
}

function decode(value: string | undefined): string | undefined {
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

function readShare(raw: string | undefined, problems: string[]): number {
  const share = Number(raw?.trim() || 1);
  if (share >= 0 && share <= 1) return share;
  problems.push('OTEL_TRACES_SAMPLER_ARG must be the share of traces to keep, from 0 to 1.');
  return 1;
}
