/** Warns about members that a call of `/v1` does not know: a misspelled option would be ignored in silence. */
import { maxComparedLength, nearestName } from '../../lib/nearest-name.ts';
import { type Warning, warn } from '../../translate/warnings.ts';

const maxNamed = 5;
/** A body may have 32,000 members. With more unknown ones than this, it was not written for this API. */
const maxCompared = 20;

/** A name that may be repeated in an answer: not a text, and shorter than an API key. */
const plainName = /^[\w.-]+$/;

/** At most one warning. */
export function warnAboutUnknownMembers(body: object, known: readonly string[]): Warning[] {
  const names = new Set(known);
  const unknown = Object.keys(body).filter((name) => !names.has(name));
  if (unknown.length === 0) return [];
  const named = unknown.length > maxCompared ? [] : unknown.filter(isPlain).slice(0, maxNamed);
  const hints = named.map((name) => {
    const nearest = nearestName(name, known);
    return nearest === undefined ? `"${name}"` : `"${name}" (did you mean "${nearest}"?)`;
  });
  const others = unknown.length - named.length;
  if (others > 0) hints.push(named.length === 0 ? `${others} members` : `${others} more`);
  return [warn('unknown_member', hints.join(', '))];
}

function isPlain(name: string): boolean {
  return name.length <= maxComparedLength && plainName.test(name);
}
