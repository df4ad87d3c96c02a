/** What a team will have used when its month ends, if it goes on as in the last days. */
export interface Pace {
  readonly used: number;
  /** Quota and credit together. */
  readonly left: number;
  readonly recentCharacters: number;
  readonly recentMs: number;
  readonly now: Date;
  readonly periodEnd: Date;
}

export interface Forecast {
  /** Characters at the end of the period. */
  readonly characters: number;
  /** When nothing will be left, if that is before the end of the period. */
  readonly runsOutAt: Date | undefined;
}

export function forecast({ used, left, recentCharacters, recentMs, now, periodEnd }: Pace): Forecast {
  const perMs = recentMs > 0 ? recentCharacters / recentMs : 0;
  const remainingMs = Math.max(0, periodEnd.getTime() - now.getTime());
  const msUntilEmpty = perMs > 0 ? left / perMs : Number.POSITIVE_INFINITY;
  return {
    characters: Math.round(used + perMs * remainingMs),
    runsOutAt: msUntilEmpty < remainingMs ? new Date(now.getTime() + msUntilEmpty) : undefined,
  };
}
