import { uuidV7 } from '../../../src/lib/uuid-v7.ts';
import type { ChargeRow } from '../../../src/store/postgres/ledger.ts';

/** A call of one English text, as the ledger takes it. */
export function chargeRow(team: string, key: string, characters = 7): ChargeRow {
  return {
    id: uuidV7(),
    team,
    key,
    mode: 'live',
    dialect: 'v1',
    characters,
    target: 'eo',
    deadline: new Date(Date.now() + 60_000),
    sources: ['en'],
    engines: ['stub'],
    line_characters: [characters],
    line_texts: [1],
  };
}
