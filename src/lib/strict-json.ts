/**
 * JSON as this service accepts it: what `JSON.parse` takes, less what makes two readers of the same body see
 * two different things. Duplicate members (the last silently wins), lone surrogates (silently replaced when
 * encoded again) and NUL (Postgres refuses it) are errors, and so is nesting beyond a limit.
 */
import { atOnce, type Steps } from './event-loop-turns.ts';

export type StrictJson = { ok: true; value: unknown } | JsonFault;

export interface JsonFault {
  ok: false;
  readonly reason: string;
  /** There is nothing wrong with it but its size. */
  readonly isTooLarge: boolean;
}

export interface JsonLimits {
  readonly maxDepth: number;
  /** Values of all kinds together: 350,000 empty objects in a mebibyte take `JSON.parse` a tenth of a second. */
  readonly maxValues: number;
}

const notJson = 'The body is not valid JSON.';

/**
 * One walk over the text, which keeps nothing per value, then one `JSON.parse`: a walk over the parsed value
 * instead held the event loop for 200 ms on a mebibyte of `[1,1,1…`.
 */
export function parseStrictJson(source: string, maxDepth: number): StrictJson {
  const limits = { maxDepth, maxValues: Number.POSITIVE_INFINITY };
  return atOnce(findJsonFault(source, limits)) ?? parseChecked(source);
}

/** The second half of it, for whoever pauses between the two. */
export function parseChecked(source: string): StrictJson {
  try {
    return { ok: true, value: JSON.parse(source) };
  } catch {
    return fault(notJson);
  }
}

function fault(reason: string): JsonFault {
  return { ok: false, reason, isTooLarge: false };
}

/** An open bracket. Reused by its depth, so that a million empty objects cost no allocation each. */
interface Level {
  isObject: boolean;
  // Most objects of a hostile body have one member: the set is made for the second one.
  firstName: string | undefined;
  otherNames: Set<string> | undefined;
}

/** Some milliseconds where every few of them are a name with escapes. */
const charactersPerStep = 64 * 1024;

/** What is wrong with a text that may or may not be JSON; where it isn't, `JSON.parse` has the last word. */
export function* findJsonFault(
  source: string,
  { maxDepth, maxValues }: JsonLimits,
): Steps<JsonFault | undefined> {
  if (!source.isWellFormed()) return fault(halfSurrogate);
  const mayHoldBadStrings = escapeOfBadCharacter.test(source);
  const levels: Level[] = [];
  let depth = 0;
  let values = 1;
  let pauseAt = charactersPerStep;
  for (let i = 0; i < source.length; i++) {
    if (i >= pauseAt) {
      yield;
      pauseAt = i + charactersPerStep;
    }
    switch (source.charCodeAt(i)) {
      case 0x7b: // {
      case 0x5b: // [
        if (++depth > maxDepth) return fault(`The body is nested deeper than ${maxDepth} levels.`);
        if (++values > maxValues) return tooManyValues(maxValues);
        enter(levels, depth, source.charCodeAt(i) === 0x7b);
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth--;
        break;
      case 0x2c: // ,
        if (++values > maxValues) return tooManyValues(maxValues);
        break;
      case 0x22: {
        const end = endOfString(source, i);
        const level = levels[depth];
        const isName = level?.isObject === true && isMemberName(source, end);
        if (isName || mayHoldBadStrings) {
          const text = readString(source, i, end);
          if (text === undefined) return fault(notJson);
          const reason = faultOfString(text) ?? (isName ? faultOfName(level, text) : undefined);
          if (reason !== undefined) return fault(reason);
        }
        i = end;
      }
    }
  }
  return undefined;
}

function tooManyValues(maxValues: number): JsonFault {
  const reason = `The body has more than ${maxValues} values and members. Send several calls.`;
  return { ok: false, reason, isTooLarge: true };
}

function enter(levels: Level[], depth: number, isObject: boolean): void {
  const level = levels[depth];
  if (level === undefined) {
    levels[depth] = { isObject, firstName: undefined, otherNames: undefined };
    return;
  }
  level.isObject = isObject;
  level.firstName = undefined;
  level.otherNames = undefined;
}

function faultOfName(level: Level, name: string): string | undefined {
  if (level.firstName === undefined) {
    level.firstName = name;
    return undefined;
  }
  level.otherNames ??= new Set();
  if (name === level.firstName || level.otherNames.has(name)) {
    return `The member ${quoteBriefly(name)} occurs twice in one object.`;
  }
  level.otherNames.add(name);
  return undefined;
}

/** Where a string ends; at the end of the text when it doesn't. */
function endOfString(source: string, start: number): number {
  let end = start;
  do {
    end = source.indexOf('"', end + 1);
    if (end === -1) return source.length;
  } while (isEscaped(source, end));
  return end;
}

function isEscaped(source: string, at: number): boolean {
  let backslashes = 0;
  while (source.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes++;
  return backslashes % 2 === 1;
}

function isMemberName(source: string, endOfName: number): boolean {
  let next = endOfName + 1;
  while (source.charCodeAt(next) <= 0x20) next++;
  return source.charCodeAt(next) === 0x3a;
}

/** What stands between two quotes; undefined when it isn't a JSON string. */
function readString(source: string, start: number, end: number): string | undefined {
  const text = source.slice(start + 1, end);
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return undefined;
  }
}

/** The only way for NUL and half a surrogate pair into well-formed text. */
const escapeOfBadCharacter = /\\u(?:0000|d[89a-f])/i;
const halfSurrogate = 'The body has half of a surrogate pair: send well-formed Unicode.';

/** Why a text can't be carried faithfully, or nothing. */
export function faultOfString(text: string): string | undefined {
  if (text.includes('\0')) return 'The body has a NUL character (U+0000), which no text may contain.';
  return text.isWellFormed() ? undefined : halfSurrogate;
}

function quoteBriefly(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40).toWellFormed()}…` : name);
}
