/** Proves the books from the rows alone, in SQL that shares nothing with the charge. */
import type { Database } from '../../src/store/postgres/database.ts';

const findings: Readonly<Record<string, string>> = {
  'quota_used is not what the calls of the period took': `
    SELECT b.team_id, b.quota_used, coalesce(sum(c.from_quota), 0) AS calls FROM team_balances b
      LEFT JOIN calls c ON c.team_id = b.team_id AND c.period = b.period
     GROUP BY b.team_id HAVING b.quota_used <> coalesce(sum(c.from_quota), 0)`,
  'credit is not what was added less what the calls took': `
    SELECT b.team_id, b.credit FROM team_balances b
     WHERE b.credit <> coalesce((SELECT sum(amount) FROM credit_entries e WHERE e.team_id = b.team_id), 0)
                     - coalesce((SELECT sum(from_credit) FROM calls c WHERE c.team_id = b.team_id), 0)`,
  'usage_hourly is not what the lines of the calls say': `
    WITH derived AS (
      SELECT team_id, date_trunc('hour', charged_at) AS hour, key_id, mode, line.source AS source_lang, target_lang,
             line.engine, dialect, sum(line.characters) AS characters,
             count(*) FILTER (WHERE line.number = 1) AS calls, sum(line.texts) AS texts
        FROM calls, unnest(source_langs, engines, line_characters, line_texts)
                    WITH ORDINALITY AS line (source, engine, characters, texts, number)
       GROUP BY 1, 2, 3, 4, 5, 6, 7, 8)
    SELECT * FROM derived d
      FULL JOIN usage_hourly u USING (team_id, hour, key_id, mode, source_lang, target_lang, engine, dialect)
     WHERE (d.characters, d.calls, d.texts) IS DISTINCT FROM (u.characters::numeric, u.calls, u.texts::numeric)`,
  "a call's lines do not add up to its characters": `
    SELECT id FROM calls WHERE characters <> (SELECT coalesce(sum(n), 0) FROM unnest(line_characters) AS n)`,
  'calls_default is not empty': 'SELECT id FROM calls_default',
  'a call id occurs twice': 'SELECT id FROM calls GROUP BY id HAVING count(*) > 1',
  'an Idempotency-Key does not agree with its call': `
    SELECT i.call_id FROM idempotency_keys i LEFT JOIN calls c ON c.team_id = i.team_id AND c.id = i.call_id
     WHERE c.characters IS DISTINCT FROM i.characters`,
};

/** What is wrong with the books; nothing, when they are in order. */
export async function audit(db: Database): Promise<string[]> {
  const wrong: string[] = [];
  for (const [finding, sql] of Object.entries(findings)) {
    const { rows } = await db.query(sql);
    if (rows.length > 0) wrong.push(`${finding}: ${rows.length} rows, first ${JSON.stringify(rows[0])}`);
  }
  return wrong;
}

export interface Books {
  readonly calls: number;
  readonly ledger: number;
  readonly usage: number;
}

/** What ledger and usage hold together. */
export async function readBooks(db: Database): Promise<Books> {
  const { rows } = await db.query<Record<keyof Books, string>>(`
    SELECT (SELECT count(*) FROM calls) AS calls,
           (SELECT coalesce(sum(characters), 0) FROM calls) AS ledger,
           (SELECT coalesce(sum(characters), 0) FROM usage_hourly) AS usage`);
  return { calls: Number(rows[0]?.calls), ledger: Number(rows[0]?.ledger), usage: Number(rows[0]?.usage) };
}
