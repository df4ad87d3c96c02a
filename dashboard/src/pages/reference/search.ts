/** Finds operations by every word of a query: in the summary, the path, the method, the id, or the names of members. */
import { goodAnswersOf, jsonBodyOf, type Operation, uploadOf } from './document.ts';
import { allMembersOf, membersOf } from './schema-members.ts';

export interface Found {
  /** By what the list shows, or by their ids. */
  readonly direct: readonly Operation[];
  /** Only by the name of a member or parameter, with that name. */
  readonly byMember: readonly { readonly operation: Operation; readonly member: string }[];
}

export interface Searchable {
  readonly operation: Operation;
  readonly words: string;
  readonly members: readonly string[];
}

/** Prepared once: the document has thousands of members. */
export function searchableOf(operations: readonly Operation[]): Searchable[] {
  return operations.map((operation) => ({
    operation,
    words: [operation.summary, operation.method, operation.path, operation.operationId]
      .join(' ')
      .toLowerCase(),
    members: memberNamesOf(operation),
  }));
}

export function search(all: readonly Searchable[], query: string): Found {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const direct: Operation[] = [];
  const byMember: { operation: Operation; member: string }[] = [];
  for (const { operation, words, members } of all) {
    const missing = wanted.filter((word) => !words.includes(word));
    if (missing.length === 0) {
      direct.push(operation);
      continue;
    }
    const matches = missing.map((word) => members.find((name) => name.toLowerCase().includes(word)));
    const [member] = matches;
    if (member !== undefined && !matches.includes(undefined)) byMember.push({ operation, member });
  }
  return { direct, byMember };
}

export function memberNamesOf(operation: Operation): string[] {
  const schemas = [
    jsonBodyOf(operation)?.schema,
    uploadOf(operation),
    ...goodAnswersOf(operation).map(({ json }) => json?.schema),
  ];
  const members = schemas.flatMap((schema) => (schema === undefined ? [] : allMembersOf(membersOf(schema))));
  const names = [...operation.parameters.map(({ name }) => name), ...members.map(({ name }) => name)];
  return [...new Set(names)].filter((name) => name !== '*');
}
