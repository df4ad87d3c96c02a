/**
 * Unsaved drafts of an ended session. They stay in this tab's memory, never in storage, until the same user
 * signs in again and returns to the same dictionary.
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
