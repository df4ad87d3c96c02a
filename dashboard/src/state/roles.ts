/** What a role may do. The server decides; pages only offer what it would allow. */
import type { Role } from '../api/queries.ts';

/** Creates keys, edits glossaries and style rules. A translator and a viewer do not. */
export function isMember({ role }: { readonly role: Role }): boolean {
  return role === 'member' || role === 'owner';
}
