/** The limits of a single key, below those of its team. `null` means that the key has no such limit of its own. */
export interface KeyLimits {
  /** From this moment, the key is answered as a revoked key. */
  readonly expiresAt: Date | null;
  /** The addresses and networks from which the key is accepted. */
  readonly networks: readonly string[] | null;
  readonly engines: readonly string[] | null;
  /** `EN-DE`, `EN-*` or `*-DE`. */
  readonly languagePairs: readonly string[] | null;
  readonly requestsPerSecond: number | null;
  readonly charactersPerMinute: number | null;
  readonly monthlyCharacters: number | null;
}

export const noKeyLimits: KeyLimits = {
  expiresAt: null,
  networks: null,
  engines: null,
  languagePairs: null,
  requestsPerSecond: null,
  charactersPerMinute: null,
  monthlyCharacters: null,
};

/** The maximum of each limit; the database enforces the same values. */
export const maxKeyLimits = {
  networks: 100,
  engines: 100,
  languagePairs: 200,
  requestsPerSecond: 100_000,
  charactersPerMinute: 1_000_000_000,
  monthlyCharacters: 1_000_000_000_000_000,
} as const;

export function hasLimits(limits: KeyLimits): boolean {
  return keyLimitNames.some((name) => limits[name] !== null);
}

export const keyLimitNames = Object.keys(noKeyLimits) as (keyof KeyLimits)[];

/** Only the limits of a record that has more than them. */
export function keyLimitsOf(record: KeyLimits): KeyLimits {
  const { expiresAt, networks, engines, languagePairs } = record;
  const { requestsPerSecond, charactersPerMinute, monthlyCharacters } = record;
  return {
    expiresAt,
    networks,
    engines,
    languagePairs,
    requestsPerSecond,
    charactersPerMinute,
    monthlyCharacters,
  };
}
