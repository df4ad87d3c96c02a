/** One operation of the API: parameters and body, an example call to copy, and responses. */
import { type Html, html } from '../html.ts';
import type { Operation } from './document.ts';
import { memberTable, schemaTable, withCode } from './schema-table.ts';

export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export function operationSection({ method, path, operation }: PlacedOperation): Html {
  const { operationId, summary, description, parameters, requestBody } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const bodyTypes = Object.keys(requestBody?.content ?? {});
  return html`<article id="${operationId}" aria-labelledby="${operationId}-name">
<h3 id="${operationId}-name"><a href="#${operationId}">${summary}</a></h3>
<p class="call"><span class="method">${method}</span> <code>${path}</code> <span class="quiet">${neededScope(operation)}</span></p>
${description === undefined ? undefined : html`<p>${withCode(description)}</p>`}
${
  parameters.length === 0
    ? undefined
    : memberTable(
        parameters.map((each) => ({
          name: each.in === 'header' ? `${each.name}:` : each.name,
          isRequired: each.required,
          schema: { ...each.schema, ...(each.description && { description: each.description }) },
        })),
        'Path, query and headers',
      )
}
${body === undefined ? undefined : schemaTable(body, 'Request body')}
${bodyTypes.length > 1 ? html`<p class="quiet">The body may also be ${bodyTypes.slice(1).join(', ')}.</p>` : undefined}
<pre tabindex="0" aria-label="Example call"><code>${exampleCall({ method, path, operation })}</code></pre>
${answers(operation)}
</article>
`;
}

function neededScope({ security }: Operation): string {
  const [scope] = Object.values(security[0] ?? {}).flat();
  return scope === undefined ? 'needs no key' : `needs a key with the scope ${scope}`;
}

function exampleCall({ method, path, operation }: PlacedOperation): string {
  const query = operation['x-example-query'] ?? '';
  const json = operation.requestBody?.content['application/json'];
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$DRAGOMAN${path}${query}"`,
    ...(operation.security.length > 0 ? ['-H "Authorization: Bearer $API_KEY"'] : []),
    ...(json?.example === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(json.example).replaceAll("'", "'\\''")}'`,
        ]),
  ];
  return lines.join(' \\\n  ');
}

function answers({ responses }: Operation): Html {
  const good = Object.entries(responses).filter(([status]) => Number(status) < 300);
  const problems = Object.entries(responses).filter(([status]) => Number(status) >= 300);
  return html`${good.map(([status, { content = {} }]) => {
    const schema = content['application/json']?.schema;
    if (schema !== undefined) return schemaTable(schema, `Response ${status}`);
    const types = Object.keys(content).join(', ');
    return html`<p>Response ${status}: ${types === '' ? 'no body' : types}</p>`;
  })}
<p class="quiet">Refused with ${problems.map(
    ([status, { $ref = '' }], i) =>
      html`${i > 0 ? ', ' : ''}${status} <code>${$ref.split('/').at(-1)?.split('-').join(' or ')}</code>`,
  )}.</p>`;
}
