/** JSON Merge Patch (RFC 7396): objects are merged member by member, and `null` removes a member. */
export type JsonObject = { readonly [member: string]: unknown };

export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(target));
  for (const [member, value] of Object.entries(patch)) {
    const before = merged.get(member);
    if (value === null) merged.delete(member);
    else merged.set(member, isObject(value) ? mergePatch(isObject(before) ? before : {}, value) : value);
  }
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
