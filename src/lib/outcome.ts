import { type Problem, type ProblemCode, problem } from './errors.ts';

/** The result of an operation that may be refused. Both outcomes are expected, so both are values. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal;

export interface Refusal {
  readonly ok: false;
  readonly problem: Problem;
}

export function done<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function mapOutcome<T, U>(outcome: Outcome<T>, change: (value: T) => U): Outcome<U> {
  return outcome.ok ? done(change(outcome.value)) : outcome;
}

export function refused(code: ProblemCode, detail: string, retryAfterSeconds?: number): Refusal {
  return refusedWith(problem(code, detail, retryAfterSeconds));
}

export function refusedWith(reason: Problem): Refusal {
  return { ok: false, problem: reason };
}
