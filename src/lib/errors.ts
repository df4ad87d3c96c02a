/**
 * Every error that a caller can see, by its stable code. Clients branch on the code, never on the text, so
 * codes are added but never changed or removed. `http/problem-reply.ts` maps each code to an HTTP status.
 */
export const problemCodes = [
  'invalid_request',
  'unsupported_language',
  'unauthorized',
  'key_revoked',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'replay_unavailable',
  'precondition_failed',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'headers_too_large',
  'rate_limited',
  'quota_exceeded',
  'internal_error',
  'engine_unavailable',
  'service_unavailable',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** Why a call was not answered: a value to return, not an exception to throw. */
export interface Problem {
  readonly code: ProblemCode;
  /** Says what happened and what to do next. Never contains a key, a text or SQL. */
  readonly detail: string;
  readonly retryAfterSeconds?: number;
  /** What the compatibility paths say instead of `detail`, where the remedy there is another one. */
  readonly libraryDetail?: string;
}

export function problem(code: ProblemCode, detail: string, retryAfterSeconds?: number): Problem {
  return retryAfterSeconds === undefined ? { code, detail } : { code, detail, retryAfterSeconds };
}

/** Carries a problem through code that can only throw, such as a body parser. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor(reason: Problem, options?: ErrorOptions) {
    super(reason.detail, options);
    this.problem = reason;
  }
}

/** An error for the operator: the process cannot start, or a command failed. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly remedy: string;

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.remedy = remedy;
  }
}
