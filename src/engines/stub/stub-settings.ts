import { OperatorError } from '../../lib/errors.ts';

export interface StubSettings {
  readonly latencyMs: number;
  /** Shares of the batches, from 0 to 1. */
  readonly errorRate: number;
  readonly hangRate: number;
  readonly wrongCountRate: number;
  readonly brokenUnicodeRate: number;
  readonly tooLongRate: number;
  /** The share of the words of every text that are dropped, doubled, moved, reversed or lower-cased. */
  readonly mangleRate: number;
  /** The stall time-out; raised if the latency requires more. */
  readonly stallMs: number;
  readonly seed: number;
}

const defaults: StubSettings = {
  latencyMs: 0,
  errorRate: 0,
  hangRate: 0,
  wrongCountRate: 0,
  brokenUnicodeRate: 0,
  tooLongRate: 0,
  mangleRate: 0,
  stallMs: 4_000,
  seed: 1,
};

/** `latencyMs=20,errorRate=0.05`, in any order; `on` takes every default. */
export function parseStubSettings(raw: string): StubSettings {
  const settings: Record<string, number> = {};
  for (const part of raw === 'on' ? [] : raw.split(',')) {
    const [name = '', value = ''] = part.split('=', 2);
    const number = value === '' ? Number.NaN : Number(value);
    if (!Object.hasOwn(defaults, name) || !(number >= 0) || (name.endsWith('Rate') && number > 1)) {
      throw new OperatorError(
        `"${part}" is not a valid setting of the stub engine. The settings are ${Object.keys(defaults).join(', ')}.`,
        'Fix DRAGOMAN_STUB_ENGINE, or "behaviour" in the configuration file.',
      );
    }
    settings[name] = number;
  }
  return { ...defaults, ...settings };
}
