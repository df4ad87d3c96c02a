/**
 * JSON as this service accepts it: what `JSON.parse` takes, less what makes two readers of the same body see
 * two different things. Duplicate members (the last silently wins), lone surrogates (silently replaced when
 * encoded again) and NUL (Postgres refuses it) are errors, and so is nesting beyond a limit.
 */
export type StrictJson = { ok: true; value: unknown } | { ok: false; reason: string };

export function parseStrictJson(source: string, maxDepth: number): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return { ok: false, reason: 'The body is not valid JSON.' };
  }
  const reason = findStructuralFault(source, maxDepth) ?? findBadString(value);
  return reason === undefined ? { ok: true, value } : { ok: false, reason };
}

/** Walks the text of a document that is known to be valid JSON, which keeps the walk this simple. */
function findStructuralFault(source: string, maxDepth: number): string | undefined {
  // One entry per open bracket: the members seen so far for an object, nothing for an array.
  const open: (Set<string> | undefined)[] = [];
  for (let i = 0; i < source.length; i++) {
    switch (source.charCodeAt(i)) {
      case 0x7b: // {
        open.push(new Set());
        break;
      case 0x5b: // [
        open.push(undefined);
        break;
      case 0x7d: // }
      case 0x5d: // ]
        open.pop();
        continue;
      case 0x22: {
        const end = endOfString(source, i);
        const members = open.at(-1);
        if (members !== undefined && isMemberName(source, end)) {
          const name = JSON.parse(source.slice(i, end + 1)) as string;
          if (members.has(name)) return `The member ${quoteBriefly(name)} occurs twice in one object.`;
          members.add(name);
        }
        i = end;
        continue;
      }
      default:
        continue;
    }
    if (open.length > maxDepth) return `The body is nested deeper than ${maxDepth} levels.`;
  }
  return undefined;
}

function endOfString(source: string, start: number): number {
  let end = start;
  do {
    end = source.indexOf('"', end + 1);
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

// The depth was checked before, so this recursion is bounded.
function findBadString(value: unknown): string | undefined {
  if (typeof value === 'string') return faultOfString(value);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const reason = faultOfString(name) ?? findBadString(member);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function faultOfString(text: string): string | undefined {
  if (text.includes('\0')) return 'The body has a NUL character (U+0000), which no text may contain.';
  if (!text.isWellFormed()) return 'The body has half of a surrogate pair: send well-formed Unicode.';
  return undefined;
}

function quoteBriefly(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40).toWellFormed()}…` : name);
}
