/**
 * The API reference as one page, generated once from the routes that this process serves, so it cannot
 * describe others. It contains no script, so it works under the strictest content security policy.
 */
import { type Html, html } from '../html.ts';
import type { ApiDocument } from './document.ts';
import { operationSection, type PlacedOperation } from './operation-section.ts';

interface Group {
  readonly id: string;
  readonly title: string;
  readonly holds: (path: string) => boolean;
}

const groups: readonly Group[] = [
  { id: 'translate', title: 'Translate', holds: (path) => /^\/v1\/(translate|languages)/.test(path) },
  { id: 'account', title: 'Account and usage', holds: (path) => /^\/v1\/(account|usage|audit)/.test(path) },
  { id: 'keys', title: 'Keys', holds: (path) => path.startsWith('/v1/keys') },
  { id: 'glossaries', title: 'Glossaries', holds: (path) => path.startsWith('/v1/glossaries') },
  { id: 'documents', title: 'Documents', holds: (path) => path.startsWith('/v1/documents') },
  { id: 'compatibility', title: "For DeepL's libraries", holds: (path) => /^\/v[23]\//.test(path) },
  { id: 'more', title: 'More', holds: () => true },
];

export function referencePage(api: ApiDocument): string {
  const placed = Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  const byGroup = Map.groupBy(placed, ({ path }) => groups.find((group) => group.holds(path)));
  const shown = groups.filter((group) => byGroup.has(group));
  return `<!doctype html>\n${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${api.info.title} API reference</title>
<link rel="stylesheet" href="/reference.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Operations">
<p class="brand">${api.info.title} <span class="quiet">${api.info.version}</span></p>
${shown.map((group) => navigation(group, byGroup.get(group) ?? []))}
</nav>
<main id="content">
<h1>API reference</h1>
<p>${api.info.summary}. Send your key as <code>Authorization: Bearer</code>; a refused call has a body with
<code>code</code>, which is stable, and <code>detail</code>, which is for people. Every answer has an
<code>X-Request-Id</code>. For tools: <a href="/openapi.json">openapi.json</a>.</p>
${shown.map(
  (group) => html`<h2 id="${group.id}">${group.title}</h2>
${(byGroup.get(group) ?? []).map(operationSection)}`,
)}
</main>
</body>
</html>`.source
  }\n`;
}

function navigation({ id, title }: Group, operations: readonly PlacedOperation[]): Html {
  return html`<p><a href="#${id}">${title}</a></p>
<ul>${operations.map(
    ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>
`,
  )}</ul>
`;
}
