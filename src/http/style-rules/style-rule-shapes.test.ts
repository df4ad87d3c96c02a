import { expect, test } from 'vitest';
import { writeWholeLists } from './style-rule-shapes.ts';

test('a page of whole lists is read and written list by list, in turns', async () => {
  const events: string[] = [];
  const list = {
    id: '1',
    name: 'n',
    language: 'de',
    version: 1,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    configuredRules: { numbers: { decimals: 'use_comma' } },
    customInstructions: [{ id: '2', label: 'l', prompt: 'Be brief.', sourceLanguage: null }],
  };
  const lists = ['1', '2'].map((id) => () => {
    events.push(`list ${id}`);
    return { ...list, id };
  });
  const pace = { isOver: true, next: async () => void events.push('turn') };
  const { style_rules: shown } = JSON.parse(await writeWholeLists(lists, pace)) as {
    style_rules: object[];
  };
  expect(events).toEqual(['turn', 'list 1', 'turn', 'list 2']);
  expect(shown).toMatchObject([
    { style_id: '1', configured_rules: list.configuredRules, custom_instructions: [{ prompt: 'Be brief.' }] },
    { style_id: '2' },
  ]);
});
