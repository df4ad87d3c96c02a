import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSealedFiles } from '../sealed-files.ts';
import { openInstructions, sealInstructions } from './sealed-instructions.ts';

// Encryption needs neither the database nor the store.
const files = createSealedFiles(undefined as never, undefined as never, undefined as never);
const key = randomBytes(32);
const owner = { teamId: 'team', id: 'document' };

test('instructions are stored encrypted, and opened with the key of their document only', async () => {
  const instructions = { texts: ['Mention the merger.'], styleId: 'list', isRequired: true };
  const stored = await sealInstructions(files, key, owner, instructions);
  expect(JSON.stringify(stored)).not.toContain('merger');
  expect(stored).toMatchObject({ styleId: 'list', isRequired: true });
  expect(await openInstructions(files, key, owner, stored)).toEqual(instructions);
  expect(await openInstructions(files, randomBytes(32), owner, stored)).toBeUndefined();
  expect(await openInstructions(files, key, { ...owner, id: 'other' }, stored)).toBeUndefined();
});

test('a style rule list alone is stored as the previous version reads it', async () => {
  const instructions = { texts: [], styleId: 'list', isRequired: false };
  expect(await sealInstructions(files, key, owner, instructions)).toEqual(instructions);
  expect(await openInstructions(files, key, owner, instructions)).toEqual(instructions);
});
