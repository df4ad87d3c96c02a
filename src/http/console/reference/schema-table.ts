/** A JSON schema as a table: each member, its type, and whether it is required. */
import { type Html, html } from '../html.ts';
import type { Schema } from './document.ts';

interface Row {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

export function schemaTable(schema: Schema, caption: string): Html {
  const rows = rowsOf(schema, '');
  if (rows.length === 0) return html`<p>${caption}: <code>${describeType(schema)}</code></p>`;
  return memberTable(rows, caption);
}

export function memberTable(rows: readonly Row[], caption: string): Html {
  return html`<table><caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th></tr></thead>
<tbody>${rows.map(
    ({ name, schema, isRequired }) => html`<tr><th scope="row"><code>${name}</code>${
      isRequired ? html` <span class="required">required</span>` : undefined
    }</th><td>${describeType(schema)}${
      schema.description === undefined
        ? undefined
        : html`<br><span class="quiet">${withCode(schema.description)}</span>`
    }</td></tr>
`,
  )}</tbody></table>`;
}

/** Descriptions mark code with backticks, as Markdown does. */
export function withCode(description: string): Html {
  return html`${description.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** Nested members are named by their path: `translations[].text`. */
function rowsOf(schema: Schema, path: string): Row[] {
  if (schema.type === 'array' && schema.items) return rowsOf(schema.items, `${path}[]`);
  return Object.entries(schema.properties ?? {}).flatMap(([member, inner]) => {
    const name = path === '' ? member : `${path}.${member}`;
    const isRequired = schema.required?.includes(member) ?? false;
    return [{ name, schema: inner, isRequired }, ...rowsOf(inner, name)];
  });
}

function describeType(schema: Schema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeType).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  const name = schema.items ? `array of ${describeType(schema.items)}` : (schema.type ?? 'anything');
  return [name, ...limitsOf(schema)].join(', ');
}

function limitsOf(schema: Schema): string[] {
  const { format, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    ...(format === undefined ? [] : [format]),
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' items'),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ];
}

function range(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (least === undefined && most === undefined) return [];
  if (most === undefined) return [`at least ${least}${unit}`];
  const upTo = `${most.toLocaleString('en')}${unit}`;
  return [least === undefined ? `at most ${upTo}` : `${least} to ${upTo}`];
}
