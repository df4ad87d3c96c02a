/** Translations of the past, in this browser alone and only if the person wants it. */
import { keepStored, readStored } from '../../lib/stored.ts';

export interface HistoryEntry {
  readonly id: string;
  readonly at: number;
  readonly source: string;
  readonly target: string;
  readonly text: string;
  readonly translation: string;
}

/** Undefined: it is off, and nothing is kept. */
export type History = readonly HistoryEntry[] | undefined;

const mostEntries = 50;
/** A browser gives a site about five million characters, which the dashboard's other settings share. */
const mostCharacters = 500_000;

/** Where the browser keeps it. */
export const historyName = (owner: string) => `dragoman-history-${owner}`;

/** `owner`: the user and the team, whose texts nobody else is to see. */
export function readHistory(owner: string): History {
  try {
    const kept: unknown = JSON.parse(readStored(historyName(owner)) ?? 'null');
    return Array.isArray(kept) ? shownOnce(kept.filter(isEntry)).slice(0, mostEntries) : undefined;
  } catch {
    return undefined;
  }
}

export function writeHistory(owner: string, history: History): void {
  // If the browser's storage is full, the entries stay on the page until it is closed.
  keepStored(historyName(owner), history === undefined ? null : JSON.stringify(history));
}

/**
 * The newest first. An entry with the same id is replaced: it is the same text, typed further. So is one with the same text
 * and target. A text that would displace all others is not kept.
 */
export function addToHistory(entries: readonly HistoryEntry[], entry: HistoryEntry): readonly HistoryEntry[] {
  if (entry.text.length + entry.translation.length > mostCharacters) return entries;
  const isSame = ({ id, text, target }: HistoryEntry) =>
    id === entry.id || (text === entry.text && target === entry.target);
  const next = [entry, ...entries.filter((other) => !isSame(other))].slice(0, mostEntries);
  let characters = 0;
  return next.filter(({ text, translation }) => {
    characters += text.length + translation.length;
    return characters <= mostCharacters;
  });
}

/** Another program may have written it: two entries with one id would be shown as one. */
function shownOnce(entries: readonly HistoryEntry[]): HistoryEntry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

function isEntry(value: unknown): value is HistoryEntry {
  const { id, at, source, target, text, translation } = Object(value) as Record<string, unknown>;
  return (
    typeof at === 'number' &&
    // A number that is no time, which no date can be made of.
    !Number.isNaN(new Date(at).getTime()) &&
    [id, source, target, text, translation].every((member) => typeof member === 'string')
  );
}
