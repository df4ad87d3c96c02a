/** The connectors of applications: what they send is answered, and refusals have the status that each of them expects. */
import { beforeAll, describe, expect, test } from 'vitest';
import { requestLimits } from '../../src/lib/request-limits.ts';
import { insideAddress, outsideAddress, useDialectsServer } from '../support/dialects-server.ts';
import { createKey, createTeam, setLimits } from '../support/seed.ts';
import { type Connector, connectors, formData, formDataType } from './support/connectors.ts';
import { exchange, form, formType, type WireCall } from './support/exchange.ts';

const context = useDialectsServer();
const house = 'The house is big.';
const casa = 'La casa es grande.';
const unknownKey = `svc_live_${'x'.repeat(40)}`;
const members = { q: house, source: 'en', target: 'es' };

const send = <T = never>(
  { headers, ...call }: WireCall,
  { listener }: Pick<Connector, 'listener'> = { listener: 'dialects' },
) => {
  const { server } = context;
  return exchange<T>(listener === 'public' ? server.url : server.dialectsUrl, {
    ...call,
    headers: { host: 'x', 'x-forwarded-for': outsideAddress, ...headers },
  });
};

describe.each(connectors)('$name', (connector) => {
  const { translate, read, refused } = connector;

  test('finds its translation', async () => {
    const { status, body } = await send(translate(house, context.key), connector);
    expect([status, read(body)]).toEqual([200, casa]);
  });

  test('gets the statuses that it knows for a wrong key, a used-up budget and a rate limit', async () => {
    const statusWith = async (key: string) => {
      const { status, headers } = await send(translate(house, key), connector);
      return { status, hasRetryAfter: headers['retry-after'] !== undefined };
    };
    const [forUnknownKey, forNoCharacters] = refused;
    expect(await statusWith(unknownKey)).toEqual({ status: forUnknownKey, hasRetryAfter: false });
    expect(await statusWith(poorKey)).toEqual({ status: forNoCharacters, hasRetryAfter: false });
    expect(await statusWith(throttledKey)).toEqual({ status: 429, hasRetryAfter: true });
  });
});

let poorKey: string;
let throttledKey: string;
beforeAll(async () => {
  const { env } = context;
  poorKey = (await createKey(env, await createTeam(env, 'poor', 3))).plain;
  const throttled = await createTeam(env, 'throttled');
  // A call of the largest size is let through, and the next one would have to wait for a quarter of an hour.
  await setLimits(env, throttled, { charactersPerMinute: 1 });
  throttledKey = (await createKey(env, throttled)).plain;
  const largest = {
    q: 'a'.repeat(requestLimits.maxCharactersPerCall),
    source: 'es',
    target: 'es',
    api_key: throttledKey,
  };
  const headers = { 'content-type': 'application/json' };
  expect((await send({ path: '/translate', body: JSON.stringify(largest), headers })).status).toBe(200);
});

describe('other calls of connectors', () => {
  const inside = { 'x-forwarded-for': insideAddress };

  test('Nextcloud: the server, its settings and languages, and detection in the query', async () => {
    // Any answer will do: it only tries whether there is a server.
    expect((await send({ path: '/' })).status).toBe(404);
    const empty = { 'content-type': formDataType };
    for (const path of ['/frontend/settings', '/languages'])
      expect((await send({ method: 'GET', path, body: formData({}), headers: empty })).status).toBe(200);
    const query = form({ q: 'Una casa muy grande y blanca', api_key: context.key });
    const detected = await send({ path: `/detect?${query}`, body: formData({}), headers: empty });
    expect(detected.body).toEqual([{ confidence: 100, language: 'es' }]);
  });

  test('Nextcloud: the lines of a plain text stay, although it is sent as HTML', async () => {
    const connector = connectors.find(({ name }) => name === 'Nextcloud');
    const { body } = await send(connector?.translate(`${house}\n\n${house}`, context.key) ?? { path: '/' });
    expect(connector?.read(body)).toBe(`${casa}\n\n${casa}`);
  });

  test('Nextcloud: a form with a file or without an end is refused', async () => {
    const headers = { 'content-type': formDataType };
    const whole = formData({ ...members, api_key: context.key });
    for (const body of [whole.replace('name="q"', 'name="q"; filename="q"'), whole.slice(0, -10)]) {
      const answer = await send({ path: '/translate', body, headers });
      expect([answer.status, answer.body]).toEqual([400, { error: expect.any(String) }]);
    }
  });

  test('LibreTranslate-py: the key is in the body of a GET', async () => {
    const body = form({ api_key: context.key });
    const headers = { 'content-type': formType };
    expect((await send({ method: 'GET', path: '/languages', body, headers })).status).toBe(200);
  });

  test('libretranslate-ts and i18n-ally: a key of null, or none, inside a network without keys', async () => {
    const answerTo = async (sent: object) => {
      const headers = { ...inside, 'content-type': 'application/json' };
      return (await send({ path: '/translate', body: JSON.stringify(sent), headers })).body;
    };
    expect(await answerTo({ ...members, format: 'text', api_key: null })).toEqual({ translatedText: casa });
    expect(await answerTo({ ...members, format: 'html' })).toEqual({ translatedText: casa });
  });

  test('Weblate, APy: a pair of the list is translated without a key inside such a network', async () => {
    const get = (path: string) => send({ method: 'GET', path: `/apy${path}`, headers: inside });
    const { body } = (await get('/listPairs')) as { body: { responseData: Record<string, string>[] } };
    const [pair] = body.responseData;
    const langpair = `${pair?.sourceLanguage}|${pair?.targetLanguage}`;
    const { status } = await get(`/translate?${form({ langpair, q: 'test', markUnknown: 'no' })}`);
    expect(status).toBe(200);
  });
});
