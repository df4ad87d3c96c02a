/** How fast a team may call, as set by an operator. */
export interface TeamLimits {
  readonly requestsPerSecond: number;
  readonly requestsBurst: number;
  readonly charactersPerMinute: number;
  /** Concurrent calls per node. */
  readonly callsInFlight: number;
}

/** The maximum of each limit; the database enforces the same values. */
export const maxTeamLimits: TeamLimits = {
  requestsPerSecond: 100_000,
  requestsBurst: 1_000_000,
  charactersPerMinute: 1_000_000_000,
  callsInFlight: 100_000,
};
