/** The members of a JSON schema, as rows of a table: each with its type, limits and default. */
import { formatNumber } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import type { Schema } from './document.ts';

export interface Member {
  /** From the top of the body: `translations[].text`. */
  readonly path: string;
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly members: readonly Member[];
}

export function membersOf(schema: Schema, path = ''): Member[] {
  if (schema.items !== undefined) return membersOf(schema.items, `${path}[]`);
  if (schema.anyOf !== undefined) return distinct(schema.anyOf.flatMap((one) => membersOf(one, path)));
  const { properties = {}, patternProperties = {}, additionalProperties, required } = schema;
  // A map: the caller chooses the names of its members.
  const others = [
    ...Object.values(patternProperties),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
  const entries = [...Object.entries(properties), ...others.slice(0, 1).map((one) => ['*', one] as const)];
  return entries.map(([name, inner]) => {
    const innerPath = path === '' ? name : `${path}.${name}`;
    return {
      path: innerPath,
      name,
      schema: inner,
      isRequired: required?.includes(name) ?? false,
      members: membersOf(inner, innerPath),
    };
  });
}

/** Alternatives of a member often have members in common. */
function distinct(members: readonly Member[]): Member[] {
  return [...new Map(members.map((member) => [member.path, member])).values()];
}

/** All members, however deep. */
export function allMembersOf(members: readonly Member[]): Member[] {
  return members.flatMap((member) => [member, ...allMembersOf(member.members)]);
}

/** In the words of JSON, which are the same in every language: `string[]`, `"html" | "xml"`. */
export function typeOf(schema: Schema): string {
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.items !== undefined) {
    const item = typeOf(schema.items);
    return item.includes(' ') ? `(${item})[]` : `${item}[]`;
  }
  const { type = 'any', format } = schema;
  return format === undefined ? type : `${type} (${format})`;
}

/** Limits and the default, also those of the items of a list and of alternatives. */
export function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, items, anyOf = [] } = schema;
  const [numbers, lengths, counts] = [
    range(minimum, maximum),
    range(minLength, maxLength),
    range(minItems, maxItems),
  ];
  const own = [
    ...(numbers === undefined ? [] : [numbers]),
    ...(counts === undefined ? [] : [t('Items: {range}', { range: counts })]),
    ...(lengths === undefined ? [] : [t('Characters: {range}', { range: lengths })]),
    ...(schema.default === undefined
      ? []
      : [t('Default: {value}', { value: JSON.stringify(schema.default) })]),
  ];
  const inner = [...(items === undefined ? [] : [items]), ...anyOf].flatMap(limitsOf);
  return [...new Set([...own, ...inner])];
}

function range(least: number | undefined, most: number | undefined): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (most === undefined) return `≥ ${formatNumber(least ?? 0)}`;
  return least === undefined ? `≤ ${formatNumber(most)}` : `${formatNumber(least)}–${formatNumber(most)}`;
}
