/**
 * Parses forms of the type multipart/form-data that have no files, as strictly as other forms (strict-form.ts). The text
 * is the whole body; each part is read once.
 */
import { addMember, type FormMembers, type StrictForm } from './strict-form.ts';

/** Returns undefined if the content type has no boundary, or more than one. */
export function boundaryOf(contentType: string): string | undefined {
  const found = [...contentType.matchAll(/;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=[\s;]|$))/gi)];
  const [first] = found;
  return found.length === 1 ? (first?.[1] ?? first?.[2]) : undefined;
}

export function parseStrictFormData(text: string, boundary: string, maxMembers: number): StrictForm {
  const delimiter = `\r\n--${boundary}`;
  // The first delimiter has no line before it.
  const source = `\r\n${text}`;
  const members: FormMembers = Object.create(null);
  if (!source.startsWith(delimiter)) return invalid(notReadable);
  for (let count = 0, at = delimiter.length; ; count++) {
    if (source.startsWith('--', at)) return { ok: true, members };
    if (count === maxMembers)
      return { ok: false, reason: `The form has more than ${maxMembers} members.`, isTooLarge: true };
    const end = source.indexOf(delimiter, at);
    if (end === -1 || !source.startsWith('\r\n', at)) return invalid(notReadable);
    const reason = addPart(members, source.slice(at + 2, end));
    if (reason !== undefined) return invalid(reason);
    at = end + delimiter.length;
  }
}

const notReadable =
  'The form is not valid: its boundary does not fit its Content-Type, or its end is missing.';
/** Longer headers than those of a member without a file. */
const maxPartHeaders = 256;

/** Returns what is wrong with the part, or undefined. */
function addPart(members: FormMembers, part: string): string | undefined {
  const end = part.slice(0, maxPartHeaders).indexOf('\r\n\r\n');
  if (end === -1) return notReadable;
  const headers = part.slice(0, end);
  const disposition = /^content-disposition: *form-data *;(.*)$/im.exec(headers)?.[1] ?? '';
  if (/; *filename\*?=/i.test(`;${disposition}`)) return 'This form takes no file.';
  const encoding = /^content-transfer-encoding:(.*)$/im.exec(headers)?.[1]?.trim().toLowerCase() ?? 'binary';
  if (!['7bit', '8bit', 'binary'].includes(encoding))
    return 'The form is not valid: send its members without an encoding.';
  const name = /(?:^|;) *name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition);
  if (name === null) return 'The form is not valid: a member has no name.';
  return addMember(members, name[1] ?? name[2] ?? '', part.slice(end + 4));
}

function invalid(reason: string): StrictForm {
  return { ok: false, reason, isTooLarge: false };
}
