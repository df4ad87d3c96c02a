/** Usage for a demonstration, so that the dashboard has something to show. */
import { createKey } from '../../accounts/keys.ts';
import { uuidV7 } from '../../lib/uuid-v7.ts';
import type { Database } from '../../store/postgres/database.ts';
import { type ChargeRow, chargeCalls } from '../../store/postgres/ledger.ts';
import { commandLineActor } from '../command-line-actor.ts';
import type { FirstAccount } from './first-account.ts';

/** Name of the key, calls, characters of a usual call, target language. */
const usage = [
  ['Web shop', 42, 310, 'es'],
  ['Help centre', 17, 1_250, 'fr'],
  ['Newsletter', 5, 4_800, 'ca'],
] as const;

/** Charged like real calls, so that the ledger's audit agrees. */
export async function addSampleUsage(db: Database, { team, key }: FirstAccount): Promise<void> {
  // An earlier run has added it.
  if (!key.isNew) return;
  for (const [name, calls, characters, target] of usage) {
    const created = await createKey(
      db,
      { teamId: team.id, name, mode: 'live', scopes: ['translate'] },
      commandLineActor(),
    );
    if (created === undefined) return;
    const rows = Array.from({ length: calls }, (_, i): ChargeRow => {
      // Calls of different sizes, the same in every demonstration.
      const size = Math.round(characters * (0.5 + ((i * 7) % 11) / 10));
      return {
        id: uuidV7(),
        team: team.id,
        key: created.id,
        mode: 'live',
        dialect: 'v1',
        characters: size,
        target,
        deadline: new Date(Date.now() + 60_000),
        sources: ['en'],
        engines: ['apertium'],
        line_characters: [size],
        line_texts: [1 + (i % 5)],
      };
    });
    await chargeCalls(db, rows);
  }
}
