/** Who makes a change, and from where, as the audit log records it. */
export type Actor =
  | UserActor
  | { readonly type: 'key'; readonly id: string; readonly address: string; readonly requestId: string }
  | { readonly type: 'command_line'; readonly name: string };

/** Somebody who is not signed in. */
export interface UnknownActor {
  readonly type: 'unknown';
  readonly address: string;
  readonly requestId: string;
}

export interface UserActor {
  readonly type: 'user';
  readonly id: string;
  /** The user's e-mail address. */
  readonly name: string;
  readonly address: string;
  readonly requestId: string;
}
