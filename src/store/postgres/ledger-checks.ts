/**
 * Checks of every call in a time range. Each check is one query that returns the disagreements: the team, the
 * subject, what was expected and what was found. The range starts at `$1` (inclusive) and ends at `$2`
 * (exclusive).
 */

const calls = `(SELECT * FROM calls WHERE charged_at >= $1 AND charged_at < $2)`;

/**
 * Usage computed from the lines of the calls. Calls of a dropped month may have been charged in the first
 * month that is kept: hours with missing calls cannot be computed again, but were checked before the month
 * was dropped.
 */
const usageOfLines = `
  WITH derived AS (
    SELECT c.team_id, date_trunc('hour', c.charged_at, 'UTC') AS hour, c.key_id, c.mode, line.source AS source_lang, c.target_lang,
           line.engine, c.dialect, sum(line.characters) AS characters, count(*) FILTER (WHERE line.number = 1) AS calls, sum(line.texts) AS texts
      FROM ${calls} c, unnest(c.source_langs, c.engines, c.line_characters, c.line_texts)
                       WITH ORDINALITY AS line (source, engine, characters, texts, number)
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  ), kept AS (
    SELECT team_id, hour, key_id, mode, source_lang, target_lang, engine, dialect, sum(characters) AS characters, sum(calls) AS calls, sum(texts) AS texts
      FROM usage_hourly WHERE hour >= $1 AND hour < $2 GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  )
  SELECT coalesce(d.team_id, k.team_id), concat_ws(' ', coalesce(d.hour, k.hour), coalesce(d.key_id, k.key_id)),
         concat_ws('/', d.characters, d.calls, d.texts), concat_ws('/', k.characters, k.calls, k.texts)
    FROM derived d FULL JOIN kept k USING (team_id, hour, key_id, mode, source_lang, target_lang, engine, dialect)
   WHERE (d.characters, d.calls, d.texts) IS DISTINCT FROM (k.characters, k.calls, k.texts)
     AND NOT EXISTS (SELECT FROM ledger_closings l
                      WHERE l.team_id = coalesce(d.team_id, k.team_id) AND to_regclass('calls_' || to_char(l.id_month, 'YYYY_MM')) IS NULL
                        AND l.month = date_trunc('month', coalesce(d.hour, k.hour) AT TIME ZONE 'UTC')::date)`;

/** Name of the check → its query. */
export const rangeChecks: Readonly<Record<string, string>> = {
  'usage by the hour = lines of the calls': usageOfLines,

  'usage is kept by the hour of UTC': `
    SELECT team_id, hour::text, date_trunc('hour', hour, 'UTC')::text, hour::text
      FROM usage_hourly WHERE hour >= $1 AND hour < $2 AND hour <> date_trunc('hour', hour, 'UTC')`,

  'a call = its lines, its quota and its credit': `
    SELECT team_id, id::text, characters::text,
           concat_ws('/', (SELECT sum(x) FROM unnest(line_characters) AS x), from_quota + from_credit, cardinality(source_langs))
      FROM ${calls} c
     WHERE characters <> (SELECT coalesce(sum(x), 0) FROM unnest(line_characters) AS x)
        OR from_quota + from_credit <> characters OR least(characters, from_quota, from_credit) < 0
        OR cardinality(source_langs) = 0
        OR cardinality(source_langs) <> ALL (ARRAY[cardinality(engines), cardinality(line_characters), cardinality(line_texts)])`,

  'a call stands in the month of its charge': `
    SELECT team_id, id::text, date_trunc('month', charged_at AT TIME ZONE 'UTC')::date::text, period::text
      FROM ${calls} c WHERE period <> date_trunc('month', charged_at AT TIME ZONE 'UTC')::date`,

  'a call was made with a key of its team, in its mode': `
    SELECT c.team_id, c.id::text, concat_ws('/', k.team_id, k.mode), concat_ws('/', c.team_id, c.mode)
      FROM ${calls} c LEFT JOIN api_keys k ON k.id = c.key_id
     WHERE (k.team_id, k.mode) IS DISTINCT FROM (c.team_id, c.mode)`,

  'no call was charged after its key was revoked': `
    SELECT c.team_id, c.id::text, k.revoked_at::text, c.charged_at::text
      FROM ${calls} c JOIN api_keys k ON k.id = c.key_id WHERE c.charged_at > k.revoked_at`,

  'calls and usage belong to teams': `
    SELECT x.team_id, x.origin, 'a team', 'none'
      FROM (SELECT DISTINCT team_id, 'calls' AS origin FROM ${calls} c
             UNION SELECT DISTINCT team_id, 'usage' FROM usage_hourly WHERE hour >= $1 AND hour < $2) x
      LEFT JOIN teams t ON t.id = x.team_id WHERE t.id IS NULL`,
};
