import { expect } from 'vitest';
import type { Database } from '../../../src/store/postgres/database.ts';
import { audit, type Books, readBooks } from '../../support/books.ts';
import type { OpenLoopLoad } from './open-loop-load.ts';

/** Clients, ledger and usage agree to the character, and every key that was answered was charged once. */
export async function expectAgreement(db: Database, load: OpenLoopLoad, before: Books): Promise<void> {
  const after = await readBooks(db);
  expect(load.delivered.size).toBe(load.sent);
  expect({
    calls: after.calls - before.calls,
    ledger: after.ledger - before.ledger,
    usage: after.usage - before.usage,
  }).toEqual({ calls: load.sent, ledger: load.characters(), usage: load.characters() });
  expect(await audit(db)).toEqual([]);
}

export function countOf(load: OpenLoopLoad, ending: string): number {
  return load.endings.get(ending) ?? 0;
}
