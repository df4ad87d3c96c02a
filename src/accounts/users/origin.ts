/** Where a request of a user comes from, for sessions and for the audit log. */
export interface Origin {
  readonly address: string;
  readonly browser: string;
  readonly requestId: string;
}
