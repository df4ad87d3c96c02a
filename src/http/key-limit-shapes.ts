/** The limits of a key, as the public API and the console read and show them. */
import Type, { type Static } from 'typebox';
import { readKeyPair } from '../lib/key-language-pair.ts';
import { hasLimits, type KeyLimits, keyLimitsOf, maxKeyLimits } from '../lib/key-limits.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { isNetwork } from '../lib/networks.ts';
import { toWire } from '../lib/wire-shape.ts';
import { invalidRequest } from './refusals.ts';
import { readTime } from './times.ts';

const withoutIt = '`null`: no limit of its own.';

function orNull<Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
) {
  return Type.Union([schema, Type.Null()], { description: `${description} ${withoutIt}` });
}

const members = {
  expires_at: orNull(
    Type.String({ maxLength: 40 }),
    'From this moment, by the clock of the database, the key is answered with 401 `key_revoked`. An RFC 3339 time, or a date, which means 00:00 UTC of that day.',
  ),
  networks: orNull(
    Type.Array(Type.String({ maxLength: 50 }), { minItems: 1, maxItems: maxKeyLimits.networks }),
    'The addresses and networks, such as `192.0.2.1`, `10.0.0.0/8` or `2001:db8::/32`, from which the key is accepted. From elsewhere, a call gets 403 `forbidden`.',
  ),
  engines: orNull(
    Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: maxKeyLimits.engines }),
    'The engines that the key may use, among those of its team. A call that none of them can serve gets 403 `forbidden`.',
  ),
  language_pairs: orNull(
    Type.Array(Type.String({ maxLength: 10 }), { minItems: 1, maxItems: maxKeyLimits.languagePairs }),
    'The pairs of languages that the key may translate: `EN-DE`, `EN-*` or `*-DE`. A language stands for all of its variants. Other pairs get 403 `forbidden`.',
  ),
  requests_per_second: orNull(
    Type.Integer({ minimum: 1, maximum: maxKeyLimits.requestsPerSecond }),
    'The request rate of the key, below that of its team. It may use up one second of it at once.',
  ),
  characters_per_minute: orNull(
    Type.Integer({ minimum: 1, maximum: maxKeyLimits.charactersPerMinute }),
    'The characters that the key may translate in a minute, below those of its team.',
  ),
  monthly_characters: orNull(
    Type.Integer({ minimum: 0, maximum: maxKeyLimits.monthlyCharacters }),
    'The budget of the key in a calendar month (UTC), below that of its team. A call beyond it gets 456 `quota_exceeded`.',
  ),
};

/** Of a key that is shown. */
export const keyLimitRecord = {
  ...members,
  characters_left: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'What is left of `monthly_characters` this month, without what is held for documents and streamed calls. `null` if the key has no budget.',
  }),
};

/** All limits of a key, as the key itself may read them. */
export const keyLimitsSchema = Type.Object(keyLimitRecord);

/** Null if the key has none. */
export function showKeyLimits(key: KeyLimits & { readonly charactersLeft: number | null }) {
  if (!hasLimits(key)) return null;
  const { expiresAt, ...limits } = keyLimitsOf(key);
  const { charactersLeft } = key;
  return { expires_at: expiresAt?.toISOString() ?? null, ...toWire({ ...limits, charactersLeft }) };
}

/** In the body of a request; `null` removes a limit. */
export const keyLimitMembers = {
  expires_at: Type.Optional(members.expires_at),
  networks: Type.Optional(members.networks),
  engines: Type.Optional(members.engines),
  language_pairs: Type.Optional(members.language_pairs),
  requests_per_second: Type.Optional(members.requests_per_second),
  characters_per_minute: Type.Optional(members.characters_per_minute),
  monthly_characters: Type.Optional(members.monthly_characters),
};

const bodySchema = Type.Object(keyLimitMembers);
const limitNames = Object.keys(keyLimitMembers);
const namesOfKeys = [...limitNames, 'name', 'mode', 'scopes', 'max_wait_seconds'];
/** A body may have 32,000 members. With more than this, it was not written for this API. */
const maxCompared = 20;

/** The limits that the body names. */
export function readKeyLimits(body: Static<typeof bodySchema>): Partial<KeyLimits> {
  refuseMisspelled(body);
  const { expires_at, networks, engines, language_pairs } = body;
  return {
    ...(expires_at !== undefined && { expiresAt: expires_at === null ? null : readExpiry(expires_at) }),
    ...(networks !== undefined && { networks: networks?.map(readNetwork) ?? null }),
    ...(engines !== undefined && { engines: engines && [...new Set(engines)] }),
    ...(language_pairs !== undefined && { languagePairs: language_pairs?.map(readPair) ?? null }),
    ...(body.requests_per_second !== undefined && { requestsPerSecond: body.requests_per_second }),
    ...(body.characters_per_minute !== undefined && { charactersPerMinute: body.characters_per_minute }),
    ...(body.monthly_characters !== undefined && { monthlyCharacters: body.monthly_characters }),
  };
}

/** Other unknown members are ignored, but a key must not do without a limit that somebody meant to set. */
function refuseMisspelled(body: object): void {
  const unknown = Object.keys(body).filter((name) => !namesOfKeys.includes(name));
  if (unknown.length > maxCompared) return;
  for (const name of unknown) {
    const meant = nearestName(name, limitNames);
    if (meant !== undefined)
      throw invalidRequest(`There is no limit of this name; did you mean "${meant}"? Nothing was changed.`);
  }
}

function readExpiry(text: string): Date {
  const time = readTime('expires_at', text);
  if (time.getTime() > Date.now()) return time;
  throw invalidRequest('expires_at must be in the future. To end a key now, revoke it.');
}

function readNetwork(text: string): string {
  const network = text.trim();
  if (isNetwork(network)) return network;
  throw invalidRequest(
    'networks must have addresses and networks such as 192.0.2.1, 10.0.0.0/8 or 2001:db8::/32.',
  );
}

function readPair(text: string): string {
  const pair = readKeyPair(text);
  if (pair !== undefined) return pair;
  throw invalidRequest('language_pairs must have pairs such as EN-DE, EN-* or *-DE.');
}
