import type { Database } from '../../src/store/postgres/database.ts';

/** A month of the ledger long before the first one, such as 2020-01. What is older still goes where it went. */
export async function makeOldMonth(db: Database, month: string): Promise<string> {
  const name = `calls_${month.replace('-', '_')}`;
  await db.query(
    `BEGIN;
     ALTER TABLE calls DETACH PARTITION calls_default;
     SELECT add_partition('calls', '${name}', first_call_id('${month}-01')::text,
                          first_call_id(('${month}-01'::date + interval '1 month')::date)::text);
     DO $$ BEGIN
       EXECUTE format('ALTER TABLE calls ATTACH PARTITION calls_default FOR VALUES FROM (MINVALUE) TO (%L)', first_call_id('2000-01-01'));
     END $$;
     COMMIT`,
  );
  return name;
}
