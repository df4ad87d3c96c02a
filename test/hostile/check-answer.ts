/**
 * What every answer has to be, whatever was sent. Written from the documents alone: nothing of the server's
 * own code is used to judge it.
 */
import type { WireResponse } from '../support/http-wire.ts';

/** Every documented problem, by its code. */
const statusOfCode: Readonly<Record<string, number>> = {
  invalid_request: 400,
  unsupported_language: 400,
  unauthorized: 401,
  key_revoked: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  replay_unavailable: 409,
  precondition_failed: 412,
  request_timeout: 408,
  payload_too_large: 413,
  unsupported_media_type: 415,
  headers_too_large: 431,
};

/** How a request may end: the code of a problem, or the status of a success. */
export type Outcome = string | number;

export interface Expectation {
  readonly outcomes: readonly Outcome[];
  readonly isHead: boolean;
  /** The texts of a translate call, in order, when the answer may be 200. */
  readonly texts?: readonly string[] | undefined;
  /** The answer is for a client library of another service. */
  readonly isCompatible?: boolean | undefined;
  /** A good answer is a file rather than JSON. */
  readonly isFile?: boolean | undefined;
}

export interface Verdict {
  readonly faults: readonly string[];
  /** What the call was charged for, when it was a translate call that went well. */
  readonly characters?: number;
}

const requestId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function checkAnswer(response: WireResponse, expected: Expectation): Verdict {
  const { status, headers, body } = response;
  const faults: string[] = [];
  if (status >= 500) faults.push(`a ${status}: ${body}`);
  if (!requestId.test(headers.get('x-request-id') ?? '')) faults.push('no X-Request-Id');
  if (expected.isHead || status === 204) {
    if (body !== '') faults.push('a body where none may be');
    return { faults: [...faults, ...unexpected(expected, outcomesOfStatus(status))] };
  }
  if (expected.isFile === true && status < 400)
    return { faults: [...faults, ...unexpected(expected, [status])] };
  if (!/^application\/json\b/.test(headers.get('content-type') ?? ''))
    faults.push('an answer that is not JSON');
  const answer = parse(body);
  if (status >= 400) {
    const faultsOf = expected.isCompatible === true ? compatibleProblemFaults : problemFaults;
    faults.push(...faultsOf(status, answer), ...unexpected(expected, [String(answer.code)]));
    return { faults };
  }
  faults.push(...unexpected(expected, [status]));
  if (expected.texts === undefined || status !== 200) return { faults };
  const own = expected.isCompatible === true ? withoutBill(answer, expected.texts) : { answer, faults: [] };
  faults.push(...own.faults, ...translationFaults(own.answer, expected.texts));
  return { faults, characters: Number(answer.characters) };
}

// The answer to HEAD shows its status alone.
function outcomesOfStatus(status: number): Outcome[] {
  return [status, ...Object.keys(statusOfCode).filter((code) => statusOfCode[code] === status)];
}

function unexpected({ outcomes }: Expectation, got: readonly Outcome[]): string[] {
  return got.some((outcome) => outcomes.includes(outcome))
    ? []
    : [`${got.join(' or ')} instead of ${outcomes.join(' or ')}`];
}

function problemFaults(status: number, answer: Record<string, unknown>): string[] {
  const faults: string[] = [];
  if (Object.keys(answer).join() !== 'code,detail') faults.push(`a problem with ${Object.keys(answer)}`);
  if (statusOfCode[String(answer.code)] !== status) faults.push(`${status} for the code ${answer.code}`);
  if (typeof answer.detail !== 'string' || answer.detail.trim() === '') faults.push('no detail');
  return faults;
}

/** The libraries read `message`, and know 403 alone for a key that isn't good. */
function compatibleProblemFaults(status: number, answer: Record<string, unknown>): string[] {
  const { message, ...own } = answer;
  const ownStatus = statusOfCode[String(own.code)] === 401 && status === 403 ? 401 : status;
  return [
    ...problemFaults(ownStatus, own),
    ...(isExplanation(message, own.detail) ? [] : ['no message of its own']),
  ];
}

/** Most libraries show both, so they must differ. */
function isExplanation(message: unknown, detail: unknown): boolean {
  return typeof message === 'string' && message.trim() !== '' && message !== detail;
}

/** Checks what the libraries read on top of the translations, and takes it off. */
function withoutBill(answer: Record<string, unknown>, texts: readonly string[]) {
  const { billed_characters: total, translations, ...rest } = answer;
  const faults = total === rest.characters ? [] : [`billed_characters is ${total}`];
  if (!Array.isArray(translations)) return { answer, faults };
  const own = translations.map(({ billed_characters: billed, ...translation }, i) => {
    if (billed !== codePoints(texts[i] ?? '')) faults.push(`text ${i} is billed ${billed}`);
    return translation;
  });
  return { answer: { ...rest, translations: own }, faults };
}

function translationFaults(answer: Record<string, unknown>, texts: readonly string[]): string[] {
  const { translations, characters, warnings, ...others } = answer;
  const faults: string[] = Object.keys(others).map((name) => `an undocumented member ${name}`);
  if (!Array.isArray(translations) || translations.length !== texts.length) {
    return [...faults, `not one translation for each of ${texts.length} texts`];
  }
  for (const [i, text] of texts.entries()) faults.push(...translationFault(translations[i], text, i));
  const counted = texts.reduce((sum, text) => sum + codePoints(text), 0);
  if (characters !== counted) faults.push(`characters is ${characters}, counted ${counted}`);
  if (warnings !== undefined && !isListOfWarnings(warnings)) faults.push('warnings of another shape');
  return faults;
}

function translationFault(translation: unknown, text: string, i: number): string[] {
  const { text: translated, detected_source_language: language } = translation as Record<string, unknown>;
  if (typeof translated !== 'string' || !translated.isWellFormed()) return [`text ${i} is not well-formed`];
  if (typeof language !== 'string' || !/^[A-Z]{2,3}(-[A-Z0-9]+)*$/.test(language))
    return [`language of ${i}`];
  if ((text === '') !== (translated === '')) return [`text ${i} is empty on one side only`];
  // Numbers pass every engine, so a text that starts with its own one shows whether the order was kept.
  const label = /^#\d+#/.exec(text)?.[0].slice(1, -1);
  return label === undefined || translated.includes(label) ? [] : [`text ${i} is not in its place`];
}

function isListOfWarnings(warnings: unknown): boolean {
  return (
    Array.isArray(warnings) &&
    warnings.length > 0 &&
    warnings.every((entry) => Object.keys(entry as object).join() === 'code,detail')
  );
}

/** Counted by iterating, not by the arithmetic on code units that the product uses. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}

function parse(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
