/** Every figure of a team, as the database has it and as the model does, in the same words. */
import type { Database } from '../../../../src/store/postgres/database.ts';
import { readKeyAvailable } from '../../../../src/store/postgres/key-limits.ts';
import { readKeyStanding } from '../../../../src/store/postgres/key-usage.ts';
import { readAvailable } from '../../../../src/store/postgres/ledger.ts';
import { findCharged } from '../../../../src/store/postgres/replays.ts';
import { readAccount, readStanding, readUsage } from '../../../../src/store/postgres/usage.ts';
import type { TestTeam } from '../../../support/seed-teams.ts';
import { expectedClosings, readClosings } from './housekeeping.ts';
import { charactersOf, type LedgerModel, type ModelCharge } from './model.ts';
import { keysPerTeam } from './steps.ts';
import { dayMs, monthOf, nameOfDay, nameOfHour } from './times.ts';

/** HMACs as the ledger takes them: of what a number stands for. */
export const hexOf = (n: number) => n.toString(16).padStart(64, '0');

const idemCount = 4;

/** What a team has and used, by every function of the store that says it. */
export async function readFigures(db: Database, { id, keys }: TestTeam) {
  const account = await readAccount(db, id);
  const { rows: balances } = await db.query(
    `SELECT quota_used::int AS used, held::int, period::text, suspended_at IS NOT NULL AS "isSuspended"
       FROM team_balances WHERE team_id = $1`,
    [id],
  );
  const { rows: calls } = await db.query(
    `SELECT id, characters, from_quota AS "fromQuota", from_credit AS "fromCredit", period::text, dialect
       FROM calls WHERE team_id = $1 ORDER BY id`,
    [id],
  );
  const { rows: holds } = await db.query('SELECT id, characters FROM holds WHERE team_id = $1 ORDER BY id', [
    id,
  ]);
  return {
    account: account && [
      account.period.getTime(),
      account.quota,
      account.quotaUsed,
      account.credit,
      account.held,
    ],
    standing: await readStanding(db, id),
    usedByFirstKey: (await readKeyStanding(db, { teamId: id, keyId: keys[0]?.id ?? '' }))?.usedByKey,
    available: await readAvailable(db, id),
    availableOfKeys: await Promise.all(keys.map((key) => readKeyAvailable(db, key.id))),
    balances,
    calls,
    holds,
    charged: await Promise.all(
      Array.from({ length: idemCount }, (_, idem) =>
        findCharged(db, id, { key: hexOf(idem), body: hexOf(0) }).then((earlier) => earlier?.body),
      ),
    ),
    usage: await readUsageRows(db, id, keys),
    closings: await readClosings(db, id),
  };
}

async function readUsageRows(db: Database, teamId: string, keys: TestTeam['keys']) {
  const [from, to] = [new Date(0), new Date(Date.UTC(2100, 0))];
  const groupBy = ['hour', 'key', 'source_lang', 'dialect'] as const;
  const rows = await readUsage(db, { teamId, from, to, groupBy, limit: 100_000 });
  const indexOf = (keyId: string | undefined) => keys.findIndex(({ id }) => id === keyId);
  return rows
    .map(({ group: { hour, key, source_lang, dialect }, characters, calls, texts }) => [
      `${hour} ${indexOf(key)} ${source_lang} ${dialect}`,
      [characters, calls, texts],
    ])
    .toSorted();
}

/** The same, by arithmetic. */
export function expectedFigures(model: LedgerModel, index: number) {
  const team = model.team(index);
  const { quota, credit, period, isSuspended } = team;
  const [used, held] = [model.used(index), model.held(index)];
  const sorted = <T extends { id: string }>(items: Iterable<T>) =>
    [...items].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    account: [monthOf(model.nowMs), quota, used, credit, held],
    standing: {
      used: usedSince(team.charges, Math.max(period, monthOf(model.nowMs))),
      left: model.left(index),
      held,
    },
    usedByFirstKey: usedSince(
      team.charges.filter(({ key }) => key === 0),
      monthOf(model.nowMs),
    ),
    available: model.available(index),
    availableOfKeys: Array.from({ length: keysPerTeam }, (_, key) => model.availableOfKey(index, key)),
    balances: [{ used: team.used, held, period: nameOfDay(period), isSuspended }],
    calls: sorted(team.kept.values()).map((charge) => ({
      id: charge.id,
      characters: charactersOf(charge),
      fromQuota: charge.fromQuota,
      fromCredit: charge.fromCredit,
      period: nameOfDay(monthOf(charge.hour)),
      dialect: charge.dialect,
    })),
    holds: sorted([...team.holds].map(([id, { characters }]) => ({ id, characters }))),
    charged: Array.from({ length: idemCount }, (_, idem) => bodyOf(model.charged(index, idem))),
    usage: usageOf(team.charges),
    closings: expectedClosings(team.closings),
  };
}

const usedSince = (charges: readonly ModelCharge[], ms: number) =>
  charges.filter(({ hour }) => hour >= ms).reduce((sum, charge) => sum + charactersOf(charge), 0);

function bodyOf(charged: { body: number } | undefined) {
  if (charged === undefined) return undefined;
  return charged.body === 0 ? 'same' : 'another';
}

/** A call counts as one on its first line. */
function usageOf(charges: readonly ModelCharge[]) {
  const usage = new Map<string, [characters: number, calls: number, texts: number]>();
  for (const { hour, key, dialect, lines } of charges)
    for (const [i, { source, characters, texts }] of lines.entries()) {
      const name = `${nameOfHour(hour)} ${key} ${source.toUpperCase()} ${dialect}`;
      const [c, n, t] = usage.get(name) ?? [0, 0, 0];
      usage.set(name, [c + characters, n + (i === 0 ? 1 : 0), t + texts]);
    }
  return [...usage].toSorted();
}

/** Idempotency-Keys change by themselves a day after their charge, and keys at their expiry. */
export function changesByItself(model: LedgerModel): number[] {
  return model.teams.flatMap(({ idem, limits }) => [
    ...[...idem.values()].map(({ atMs }) => atMs + dayMs),
    ...[...limits.values()].flatMap(({ expiresMs }) => expiresMs ?? []),
  ]);
}
