/** How fast a team may call, as an operator sets it. */
export interface TeamLimits {
  readonly requestsPerSecond: number;
  readonly requestsBurst: number;
  readonly charactersPerMinute: number;
  /** Calls at once, per node. */
  readonly callsInFlight: number;
}

/** The most that each limit can be set to; the database checks the same. */
export const maxTeamLimits: TeamLimits = {
  requestsPerSecond: 100_000,
  requestsBurst: 1_000_000,
  charactersPerMinute: 1_000_000_000,
  callsInFlight: 100_000,
};
