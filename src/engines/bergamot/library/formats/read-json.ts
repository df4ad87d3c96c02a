/** Reads single members of a registry's JSON, which may contain anything. */
import { isPrintable } from '../../../../lib/printable.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** Texts are printed, so those that could change a terminal count as missing. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && isPrintable(value) ? value : undefined;
}

export function licenceOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z0-9 .+()-]{1,60}$/i.test(value) ? value : undefined;
}

export function sizeOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}

export function hashOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value) ? value.toLowerCase() : undefined;
}

/** Published from 0 to 1 or from 0 to 100, and a little below for output that is worse than none. */
export function scoreOf(value: unknown): number | undefined {
  return typeof value === 'number' && Math.abs(value) <= 100 ? value : undefined;
}
