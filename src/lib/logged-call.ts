import type { CallDialect } from './call-dialect.ts';

/** What a call of the request log asked for. */
export const loggedKinds = ['translate', 'rephrase', 'document'] as const;

export type LoggedKind = (typeof loggedKinds)[number];

/** Whose log a call belongs to. On the console, a call may be refused before its key is known. */
export interface CallOwner {
  readonly teamId: string;
  readonly keyId?: string | undefined;
  readonly mode?: string | undefined;
}

/** A call that has ended. It has no text, no key and no address, so that nothing downstream can store one. */
export interface LoggedCall extends CallOwner {
  readonly requestId: string;
  readonly kind: LoggedKind;
  readonly dialect: CallDialect;
  readonly sources: readonly string[];
  readonly target: string | undefined;
  readonly engines: readonly string[];
  /** Undefined if the client disconnected before it had its answer. */
  readonly status: number | undefined;
  /** The code of the problem, or `disconnected`; undefined if the call was answered as asked. */
  readonly code: string | undefined;
  /** The characters that the call was charged. */
  readonly characters: number;
  readonly durationMs: number;
}
