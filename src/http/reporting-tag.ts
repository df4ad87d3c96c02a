/** The reporting tag of a call, under which its usage is reported. DeepL's libraries send it as a header of their own. */
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from './refusals.ts';

const name = 'X-DeepL-Reporting-Tag';
const maxLength = 100;

/** A comma would make a repeated header of a single one. */
const tagPattern = new RegExp(`^[!-+\\--~]{1,${maxLength}}$`);

export const reportingTagHeader = {
  [name]: `A tag of at most ${maxLength} ASCII characters, without blanks and commas, under which \`GET /v1/usage?group_by=tag\` reports the usage of the call. Capital letters count as small ones.`,
};

/** In lower case; undefined if the call has none. */
export function reportingTagOf({ headers }: FastifyRequest): string | undefined {
  const header = headers[name.toLowerCase()];
  if (header === undefined) return undefined;
  const tag = [header].flat().join(',').trim().toLowerCase();
  if (tagPattern.test(tag)) return tag;
  throw invalidRequest(
    `${name} must have one tag of 1 to ${maxLength} ASCII characters, without blanks and commas.`,
  );
}
