/** The figures for projecting a team's usage at the end of its month from its recent pace. */
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
  /** Characters used by the end of the period. */
  readonly characters: number;
  /** When quota and credit run out, if that is before the end of the period. */
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
