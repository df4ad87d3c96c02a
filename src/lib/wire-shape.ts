/** The form in which records leave this process as JSON, over HTTP and on the command line. */

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

type WireValue<T> = T extends Date ? string : T extends undefined ? null : T;

export type Wire<T> = {
  [Name in keyof T as Name extends string ? SnakeCase<Name> : never]: WireValue<T[Name]>;
};

/** `{ createdAt: Date }` → `{ created_at: '2026-…Z' }`. Undefined becomes null. Nested objects stay as they are. */
export function toWire<T extends object>(record: T): Wire<T> {
  const members = Object.entries(record).map(([name, value]) => [snakeCase(name), wireValue(value)]);
  return Object.fromEntries(members);
}

function wireValue(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
