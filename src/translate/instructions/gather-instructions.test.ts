import { expect, test } from 'vitest';
import { gatherInstructions, instructionsFor } from './gather-instructions.ts';

const list = {
  id: '1',
  name: 'n',
  language: 'de',
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  configuredRules: { numbers: { decimals: 'use_comma' } },
  customInstructions: [
    { id: '2', label: 'l', prompt: 'Be brief.', sourceLanguage: null },
    { id: '3', label: 'l', prompt: 'Keep names.', sourceLanguage: 'en-GB' },
  ],
};
const request = { instructions: { texts: ['Be kind.'], styleId: '1', isRequired: true }, targetLang: 'DE' };

test('the call comes first, then the rules, then the instructions for the language of the text', async () => {
  const gathered = await gatherInstructions(async () => list, request, 'team');
  const instructions = gathered.ok ? gathered.value : [];
  const common = ['Be kind.', 'Numbers, decimals: use comma', 'Be brief.'];
  expect(instructionsFor({ instructions }, 'en-US')).toEqual([...common, 'Keep names.']);
  expect(instructionsFor({ instructions }, 'fr')).toEqual(common);
  expect(instructionsFor({}, 'fr')).toEqual([]);
});

test('a call without a list reads none', async () => {
  const never = () => Promise.reject(new Error('was read'));
  const { texts } = request.instructions;
  const alone = { instructions: { texts, isRequired: false }, targetLang: 'DE' };
  expect(await gatherInstructions(never, alone, 'team')).toEqual({ ok: true, value: [{ text: 'Be kind.' }] });
  expect(await gatherInstructions(never, { targetLang: 'DE' }, 'team')).toEqual({ ok: true, value: [] });
});

test('a database that is away is temporary, and any other error is not hidden', async () => {
  const away = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  expect(await gatherInstructions(away, request, 'team')).toMatchObject({
    ok: false,
    problem: { code: 'service_unavailable' },
  });
  const broken = () => Promise.reject(new Error('broken'));
  await expect(gatherInstructions(broken, request, 'team')).rejects.toThrow('broken');
});
