interface Account {
  readonly period: Date;
  readonly quota: number;
  readonly quotaUsed: number;
  readonly credit: number;
  readonly held: number;
}

/** The balance of a team in the current month, as both listeners show it. */
export function showAccount({ period, quota, quotaUsed, credit, held }: Account) {
  const periodEnd = new Date(Date.UTC(period.getUTCFullYear(), period.getUTCMonth() + 1, 1));
  return {
    period_start: period.toISOString(),
    period_end: periodEnd.toISOString(),
    quota,
    quota_used: quotaUsed,
    credit_left: credit,
    held,
  };
}
