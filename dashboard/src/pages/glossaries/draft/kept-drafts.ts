/**
 * Unsaved work whose session ended under it: kept in this tab's memory until the same user signs in again and comes back
 * to the same dictionary. Nothing of it is written anywhere.
 */
import type { Draft } from './draft.ts';

const kept = new Map<string, Draft>();

export function keepDraft(key: string, draft: Draft): void {
  kept.set(key, draft);
}

export function takeDraft(key: string): Draft | undefined {
  const draft = kept.get(key);
  kept.delete(key);
  return draft;
}
