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

export function refused(code: ProblemCode, detail: string): Refusal {
  return { ok: false, problem: problem(code, detail) };
}
