/** A team as it looks after some months: what the screenshots show, the same every time. */
import { createKey } from '../../src/accounts/keys.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import { type Database, inTransaction } from '../../src/store/postgres/database.ts';
import { bearer, post } from '../support/api-client.ts';
import { seedTeamWithDefaultLimits, seedUser } from '../support/console-client.ts';
import { testActor } from '../support/test-actor.ts';

export const owner = 'ines@harbour.example';

/** Name, mode, calls on a usual day, age in days. */
const keys = [
  ['Web shop', 'live', 420, 210],
  ['Mobile app', 'live', 260, 150],
  ['Help centre', 'live', 90, 96],
  ['Newsletter', 'live', 25, 41],
  ['Staging', 'test', 40, 12],
] as const;

const people = [
  ['amadou@harbour.example', 'member', 2],
  ['birgit@harbour.example', 'member', 26],
  ['controlling@harbour.example', 'viewer', 190],
] as const;

export async function seedHarbour(db: Database, publicUrl: string): Promise<string> {
  const team = await seedTeamWithDefaultLimits(db, 'Harbour Trading', 4_000_000);
  await seedUser(db, team, owner);
  for (const [email, role, hours] of people) {
    await seedUser(db, team, email, role);
    await seedSession(db, email, hours, 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36');
  }
  await seedSession(db, owner, 0.2, 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1');
  for (const [name, mode, calls, days] of keys) {
    const key = await createKey(db, { teamId: team, name, mode, scopes: ['translate'] }, testActor);
    await seedUse(db, team, key?.id ?? '', mode, calls);
    await db.query(
      `UPDATE api_keys SET created_at = now() - make_interval(days => $2),
              last_used_at = now() - make_interval(mins => $3) WHERE id = $1`,
      [key?.id, days, Math.round(2_000 / calls)],
    );
  }
  await seedGlossary(db, team, publicUrl);
  await seedChanges(db, team);
  await db.query(
    `INSERT INTO refused_calls (team_id, minute, code, calls)
     SELECT $1, date_trunc('minute', now()), code, calls FROM (VALUES ('rate_limited', 214), ('unsupported_language', 9)) AS r (code, calls)`,
    [team],
  );
  await db.query(
    `UPDATE team_balances b SET credit = 250000, period = date_trunc('month', now() AT TIME ZONE 'UTC')::date,
            quota_used = month.used, month_used = month.used
       FROM (SELECT sum(characters) AS used FROM usage_hourly WHERE team_id = $1 AND hour >= date_trunc('month', now(), 'UTC')) AS month
      WHERE team_id = $1`,
    [team],
  );
  return team;
}

/** Who, what, details, minutes ago: the last things that happened, the oldest first. */
const changes = [
  ['root', 'credit.added', { characters: 250_000, reason: 'Invoice 1207', credit_left: 250_000 }, 2_900],
  [owner, 'user.invited', { email: 'controlling@harbour.example', role: 'viewer' }, 1_530],
  [
    'controlling@harbour.example',
    'user.joined',
    { email: 'controlling@harbour.example', role: 'viewer' },
    1_400,
  ],
  ['root', 'limits.changed', { requests_per_second: { from: 50, to: 100 } }, 640],
  ['amadou@harbour.example', 'session.started', {}, 121],
  ['amadou@harbour.example', 'key.renamed', { from: 'Shop', to: 'Web shop' }, 118],
  [owner, 'user.role_changed', { email: 'birgit@harbour.example', from: 'viewer', to: 'member' }, 44],
] as const;

async function seedChanges(db: Database, team: string): Promise<void> {
  for (const [who, action, details, minutes] of changes) {
    const isUser = who.includes('@');
    await db.query(
      `INSERT INTO audit_log (team_id, id, at, action, subject_id, actor_type, actor_id, actor_name, address, request_id, details)
       VALUES ($1, $2, now() - make_interval(mins => $3), $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        team,
        uuidV7(),
        minutes,
        action,
        team,
        isUser ? 'user' : 'command_line',
        isUser ? uuidV7() : null,
        who,
        isUser ? '203.0.113.24' : null,
        isUser ? uuidV7() : null,
        JSON.stringify(details),
      ],
    );
  }
}

/** Thirty days with quiet weekends, and a day that isn't over yet. */
async function seedUse(db: Database, team: string, key: string, mode: string, calls: number): Promise<void> {
  await db.query(
    `INSERT INTO usage_hourly (team_id, hour, key_id, mode, source_lang, target_lang, engine, characters, calls, texts)
     SELECT $1, day + interval '7 hours', $2, $3, 'en', pair.target, 'apertium', n * 150, n, n * 3
       FROM generate_series(date_trunc('day', now(), 'UTC') - interval '29 days', now(), interval '1 day') AS day,
            (VALUES ('es', 0.7), ('ca', 0.3)) AS pair (target, share),
            LATERAL (SELECT greatest(1, round($4 * pair.share * CASE WHEN extract(isodow FROM day) > 5 THEN 0.3 ELSE 1 END
                      * (0.8 + 0.4 * abs(sin(extract(doy FROM day) * $4)))))::int AS n) AS amount`,
    [team, key, mode, calls],
  );
}

async function seedSession(db: Database, email: string, hours: number, browser: string): Promise<void> {
  await db.query(
    `INSERT INTO sessions (id, user_id, token_hash, address, browser, created_at, last_seen_at)
     SELECT $2::uuid, id, decode(md5($2::text) || md5($2::text), 'hex'), '203.0.113.24', $4,
            now() - make_interval(secs => $3::float8 * 3600 + 900), now() - make_interval(secs => $3::float8 * 3600) FROM users WHERE email = $1`,
    [email, uuidV7(), hours, browser],
  );
}

const terms = `harbour\tpuerto
berth\tatraque
quay\tmuelle
bill of lading\tconocimiento de embarque
container\tcontenedor
container ship\tbuque portacontenedores
customs broker\tagente de aduanas
demurrage\tsobrestadía
draught\tcalado
dry dock\tdique seco
freight forwarder\ttransitario
gantry crane\tgrúa pórtico
harbour master\tcapitán de puerto
hinterland\ttraspaís
mooring line\tamarra
pilotage\tpracticaje
reach stacker\tapiladora de alcance
tugboat\tremolcador
transhipment\ttransbordo
warehouse receipt\tresguardo de almacén
`;

async function seedGlossary(db: Database, team: string, publicUrl: string): Promise<void> {
  const key = await createKey(
    db,
    { teamId: team, name: 'Terms', mode: 'live', scopes: ['glossaries'] },
    testActor,
  );
  const dictionaries = [
    { source_lang: 'EN', target_lang: 'ES', entries: terms, entries_format: 'tsv' },
    {
      source_lang: 'EN',
      target_lang: 'CA',
      entries: 'harbour\tport\nberth\tamarratge\n',
      entries_format: 'tsv',
    },
  ];
  const body = JSON.stringify({ name: 'Harbour terms', dictionaries });
  await post(`${publicUrl}/v1/glossaries`, bearer(key?.plain ?? ''), body);
  await db.query('DELETE FROM api_keys WHERE id = $1', [key?.id]);
}

/** Writes the audit log anew, which nobody can otherwise: what the pictures themselves did is in no other picture. */
export async function rewriteAuditLog(db: Database, sql: string, values: readonly unknown[]): Promise<void> {
  await inTransaction(db, async (connection) => {
    // Erasures and retention alone may change entries.
    for (const reason of ['erasing', 'trimming'])
      await connection.query('SELECT set_config($1, $2, true)', [`dragoman.${reason}`, 'yes']);
    await connection.query(sql, [...values]);
  });
}
