/**
 * A team that sends texts which make an Apertium pipeline work without end, on the real Swedish to Danish: each is cut off
 * and fails alone, and the team goes behind the others. What counts is who is answered and in which order, not how soon.
 */
import { beforeAll, expect, test } from 'vitest';
import { bearer, call, type ProblemAnswer, type TranslateAnswer, translate } from '../support/api-client.ts';
import { explodingTexts } from '../support/exploding-texts.ts';
import { isLong } from '../support/long-form.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServerProcess } from '../support/server-process.ts';

const context = useServerProcess({
  DRAGOMAN_CACHE_MB: '0',
  DRAGOMAN_APERTIUM_PIPELINES: '2',
  DRAGOMAN_LOG_LEVEL: 'warn',
});
let [greedy, modest] = ['', ''];

beforeAll(async () => {
  [greedy = '', modest = ''] = await Promise.all(
    [0, 1].map(async () => (await createKey(context.env, await createTeamForLoad(context.env))).plain),
  );
  for (let n = 0; n < 3; n++) expect((await ask(modest, sentence(n))).status).toBe(200);
});

const sentence = (n: number) => `Huset nummer ${n} är stort.`;
const ask = (key: string, text: string) =>
  translate<TranslateAnswer & ProblemAnswer>(context.server.url, key, {
    text: [text],
    source_lang: 'SV',
    target_lang: 'DA',
  });

test('texts that explode fail alone and cost nothing, and another team is answered meanwhile', async () => {
  // Two: after three failures in a row the pair would be closed to the team for a while.
  let open = 2;
  const attack = explodingTexts.slice(0, open).map(async (text) => {
    const answer = await ask(greedy, text);
    open--;
    return answer;
  });
  let answeredMeanwhile = 0;
  for (let n = 0; open > 0; n++) {
    const { status, body } = await ask(modest, sentence(n));
    // On a machine that gives a pipeline next to nothing, anybody's text can come too late.
    if (status === 503 && !isLong) continue;
    expect(status).toBe(200);
    expect(body.translations[0]?.text).toContain(`nummer ${n}`);
    if (open > 0) answeredMeanwhile++;
  }
  // The two go one after the other, and each is cut off after a second of processor time at least.
  expect(answeredMeanwhile).toBeGreaterThanOrEqual(3);
  for (const { status, body } of await Promise.all(attack))
    expect([status, body.code]).toEqual([503, 'engine_unavailable']);
  // Where a pipeline gets next to nothing of the processor, the clock is faster than its work.
  expect(context.server.log()).toMatch(
    isLong ? /worked on a text for over/ : /worked on a text for over|returned no answer for/,
  );
  const { body } = await call<{ quota_used: number }>(`${context.server.url}/v1/account`, {
    headers: bearer(greedy),
  });
  expect(body.quota_used).toBe(0);
});

test('the team is served again when its texts behave', async () => {
  for (let n = 0; n < 3; n++)
    await expect.poll(async () => (await ask(greedy, sentence(n))).status, { interval: 200 }).toBe(200);
});
