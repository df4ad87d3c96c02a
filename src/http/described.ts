import type { TSchema } from 'typebox';

/** A copy of a shared schema with a description. TypeBox keeps its markers in hidden members: they are copied. */
export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  const members = Object.getOwnPropertyDescriptors(schema);
  return Object.defineProperties(
    {},
    { ...members, description: { value: description, enumerable: true, writable: true, configurable: true } },
  ) as Schema;
}
