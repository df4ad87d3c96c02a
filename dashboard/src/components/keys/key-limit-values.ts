/** The limits of a key as its form has them, and as they are sent. */
import type { Key } from '../../api/queries.ts';

export type KeyLimits = Pick<
  Key,
  | 'expires_at'
  | 'networks'
  | 'engines'
  | 'language_pairs'
  | 'monthly_characters'
  | 'requests_per_second'
  | 'characters_per_minute'
>;

/** An empty text is no limit. */
export interface LimitTexts {
  /** A day, as fields of dates have it. */
  readonly expires: string;
  /** One on each line. */
  readonly networks: string;
  readonly pairs: string;
  readonly engines: readonly string[];
  readonly perMonth: string;
  readonly perSecond: string;
  readonly perMinute: string;
}

export const noLimits: LimitTexts = {
  expires: '',
  networks: '',
  pairs: '',
  engines: [],
  perMonth: '',
  perSecond: '',
  perMinute: '',
};

export function textsOf(key: KeyLimits): LimitTexts {
  const text = (limit: number | null) => (limit === null ? '' : String(limit));
  return {
    expires: key.expires_at?.slice(0, 10) ?? '',
    networks: (key.networks ?? []).join('\n'),
    pairs: (key.language_pairs ?? []).join(', '),
    engines: key.engines ?? [],
    perMonth: text(key.monthly_characters),
    perSecond: text(key.requests_per_second),
    perMinute: text(key.characters_per_minute),
  };
}

/** People separate what they list by commas, spaces and lines. */
function listIn(text: string): string[] | null {
  const items = text.split(/[\s,;]+/).filter((item) => item !== '');
  return items.length === 0 ? null : items;
}

function numberIn(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

function limitsIn(texts: LimitTexts): KeyLimits {
  return {
    expires_at: texts.expires === '' ? null : texts.expires,
    networks: listIn(texts.networks),
    engines: texts.engines.length === 0 ? null : [...texts.engines],
    language_pairs: listIn(texts.pairs),
    monthly_characters: numberIn(texts.perMonth),
    requests_per_second: numberIn(texts.perSecond),
    characters_per_minute: numberIn(texts.perMinute),
  };
}

/** Only the limits that the form changes, so that nobody else's change is reverted. */
export function changedLimits(texts: LimitTexts, before: LimitTexts = noLimits): Partial<KeyLimits> {
  const [now, then] = [limitsIn(texts), limitsIn(before)];
  const changed = Object.entries(now).filter(
    ([name, limit]) => JSON.stringify(limit) !== JSON.stringify(then[name as keyof KeyLimits]),
  );
  return Object.fromEntries(changed);
}

/** The limits of a key, for another one that takes its place. */
export function limitsToKeep(key: KeyLimits): Partial<KeyLimits> {
  const { expires_at, networks, engines, language_pairs } = key;
  const { monthly_characters, requests_per_second, characters_per_minute } = key;
  const all = {
    expires_at,
    networks,
    engines,
    language_pairs,
    monthly_characters,
    requests_per_second,
    characters_per_minute,
  };
  return Object.fromEntries(Object.entries(all).filter(([, limit]) => limit != null));
}

export function hasLimits(key: KeyLimits): boolean {
  return Object.keys(limitsToKeep(key)).length > 0;
}

const dayMs = 86_400_000;
/** As early as the event about it. */
const soonMs = 7 * dayMs;

export function expiresSoon(time: string, nowMs: number): boolean {
  return Date.parse(time) - nowMs <= soonMs;
}
