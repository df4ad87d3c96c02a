/** Documents in the database alone, without files or jobs: as many as a test wants, in one statement. */
import type { Database } from '../../src/store/postgres/database.ts';
import { orderedId } from './ordered-id.ts';
import type { TestTeam } from './seed-teams.ts';

export interface DocumentToSeed {
  readonly state?: 'queued' | 'translating' | 'done';
  readonly place?: number;
  readonly characters?: number;
  readonly translated?: number;
  /** Seconds from now until it expires; negative for one that has. */
  readonly expiresIn?: number;
  /** For one that is done: how many seconds that took. It was done just now. */
  readonly took?: number;
}

/** Their ids, which are in the order of the documents, and after those that were seeded before. */
export async function seedDocuments(
  db: Database,
  team: TestTeam,
  documents: readonly DocumentToSeed[],
): Promise<string[]> {
  const rows = documents.map((document) => ({
    id: orderedId(),
    state: 'queued',
    place: 0,
    characters: 1,
    translated: 0,
    expiresIn: 3_600,
    ...document,
  }));
  await db.query(
    `INSERT INTO documents (team_id, id, key_id, mode, secret_hash, state, format, bytes, characters, translated,
                            source_lang, is_detected, target_lang, options, sealed_name, place, expires_at,
                            started_at, finished_at)
     SELECT $1, d.id, $2, 'live', '', d.state, 'txt', 1, d.characters, d.translated, 'en', false, 'es', '{}', '',
            d.place, clock_timestamp() + make_interval(secs => d."expiresIn"),
            now() - make_interval(secs => d.took), now() + make_interval(secs => d.took * 0)
       FROM json_to_recordset($3) AS d (id uuid, state text, place integer, characters integer, translated integer,
                                        "expiresIn" float8, took float8)`,
    [team.id, team.keys[0]?.id, JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}
