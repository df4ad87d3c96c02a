/** Counts characters a third time, where the ledger counts them: in Postgres. */
import type pg from 'pg';

export interface CountedCall {
  readonly characters: number;
  readonly texts: readonly string[];
}

/** The calls whose characters are not what `char_length` says, by their place in the list. */
export async function findMiscounted(client: pg.Client, calls: readonly CountedCall[]): Promise<number[]> {
  const owners = calls.flatMap(({ texts }, i) => texts.map(() => i));
  const { rows } = await client.query<{ owner: number; characters: string }>(
    `SELECT owner, sum(char_length(text)) AS characters
       FROM unnest($1::int[], $2::text[]) AS t (owner, text) GROUP BY owner`,
    [owners, calls.flatMap(({ texts }) => texts)],
  );
  const counted = new Map(rows.map(({ owner, characters }) => [owner, Number(characters)]));
  return [...calls.keys()].filter((i) => counted.get(i) !== calls[i]?.characters);
}
