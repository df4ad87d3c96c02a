/** Style rules and custom instructions with the official Node library, unmodified. */
import * as deepl from 'deepl-node';
import { beforeAll, expect, test } from 'vitest';
import { useInstructedServer } from '../support/instructed-server.ts';
import { createKey } from '../support/seed.ts';
import { newTeam } from '../support/team-api.ts';
import { createDeeplClient } from './support/deepl-client.ts';

const rig = useInstructedServer();
const unknownId = '96ab91fd-e715-41a1-adeb-5d701f84a483';
let client: deepl.DeepLClient;
/** With a key that may translate and no more. */
let reader: deepl.DeepLClient;

beforeAll(async () => {
  const serverUrl = rig.server.url;
  const team = await newTeam(serverUrl, rig.env);
  client = createDeeplClient(team.key, serverUrl);
  reader = createDeeplClient((await createKey(rig.env, team.id)).plain, serverUrl);
});

test('a list from its creation to its deletion', async () => {
  const created = await client.createStyleRule({
    name: 'Web shop',
    language: 'de',
    configured_rules: { dates_and_times: { calendar_era: 'use_bc_and_ad' } },
    custom_instructions: [{ label: 'Tone', prompt: 'Be formal', source_language: 'en' }],
  });
  expect(created).toMatchObject({ name: 'Web shop', language: 'de', version: 1 });
  expect(created.creationTime.getTime()).toBeGreaterThan(0);
  expect(created.updatedTime.getTime()).toBeGreaterThanOrEqual(created.creationTime.getTime());
  expect(created.configuredRules?.datesAndTimes).toEqual({ calendar_era: 'use_bc_and_ad' });
  expect(created.customInstructions).toMatchObject([
    { label: 'Tone', prompt: 'Be formal', sourceLanguage: 'en' },
  ]);
  const { styleId } = created;
  expect(await reader.getStyleRule(styleId)).toEqual(created);
  expect((await client.updateStyleRuleName(styleId, 'Shop')).name).toBe('Shop');
  const configured = await client.updateStyleRuleConfiguredRules(styleId, {
    punctuation: { apostrophe: 'use_curly_apostrophes' },
  });
  expect(configured.configuredRules).toMatchObject({
    punctuation: { apostrophe: 'use_curly_apostrophes' },
    datesAndTimes: undefined,
  });
  const instruction = await client.createStyleRuleCustomInstruction(styleId, {
    label: 'Label',
    prompt: 'Prompt',
    source_language: 'de',
  });
  const id = String(instruction.id);
  expect(await reader.getStyleRuleCustomInstruction(styleId, id)).toEqual(instruction);
  const upperCase = [styleId.toUpperCase(), id.toUpperCase()] as const;
  expect(await reader.getStyleRuleCustomInstruction(...upperCase)).toEqual(instruction);
  const updated = await client.updateStyleRuleCustomInstruction(...upperCase, {
    label: 'New label',
    prompt: 'New prompt',
  });
  expect(updated).toEqual({ id, label: 'New label', prompt: 'New prompt', sourceLanguage: undefined });
  const [listed] = await reader.getAllStyleRules(0, 10, true);
  expect(listed).toMatchObject({ styleId, name: 'Shop', customInstructions: [{ label: 'Tone' }, { id }] });
  const [head] = await reader.getAllStyleRules();
  expect([head?.styleId, head?.configuredRules, head?.customInstructions]).toEqual([
    styleId,
    undefined,
    undefined,
  ]);
  await client.deleteStyleRuleCustomInstruction(styleId, id);
  await expect(client.getStyleRuleCustomInstruction(styleId, id)).rejects.toThrow(/custom instruction/);
  await client.deleteStyleRule(styleId);
  await expect(client.getStyleRule(styleId)).rejects.toThrow(/style rule list/);
  expect(await client.getAllStyleRules()).toEqual([]);
});

test('a translation follows a list by its id or itself, and instructions of its own', async () => {
  const list = await client.createStyleRule({
    name: 'Web shop',
    language: 'de',
    custom_instructions: [{ label: 'Tone', prompt: 'Be formal' }],
  });
  for (const styleRule of [list, list.styleId]) {
    const { text } = await reader.translateText('Good day.', 'en', 'de', { styleRule });
    expect(text).toBe('GOOD DAY.');
    expect(rig.lastAsked().data.instructions).toEqual(['Be formal']);
  }
  await reader.translateText('Good day.', 'en', 'de', {
    styleRule: list,
    customInstructions: ['Be brief', 'Be kind, please'],
  });
  expect(rig.lastAsked().data.instructions).toEqual(['Be brief', 'Be kind, please', 'Be formal']);
});

test('what is refused is an error that says so', async () => {
  const translate = (options: deepl.TranslateTextOptions, target: deepl.TargetLanguageCode = 'de') =>
    client.translateText('Good day.', 'en', target, options);
  await expect(translate({ styleRule: unknownId })).rejects.toThrow(/Not found.*style/);
  await expect(translate({ customInstructions: ['Be brief'] }, 'es')).rejects.toThrow(/custom_instructions/);
  await expect(translate({ customInstructions: Array(11).fill('x') })).rejects.toThrow(/custom_instructions/);
  await expect(client.getStyleRule(unknownId)).rejects.toThrow(/Not found/);
  await expect(client.getStyleRule('mine')).rejects.toThrow(/Not found/);
  await expect(client.createStyleRule({ name: 'n', language: 'german' })).rejects.toThrow(/language/);
  await expect(reader.createStyleRule({ name: 'n', language: 'de' })).rejects.toThrow(
    deepl.AuthorizationError,
  );
});
