import { expect, test } from 'vitest';
import { isUuid, readUuid, uuidDigits, uuidV7 } from './uuid-v7.ts';

test('an id carries version 7, the RFC variant and its time', () => {
  const id = uuidV7(Date.parse('2026-11-15T00:00:00Z'));
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse('2026-11-15T00:00:00Z'));
});

test('ids are distinct, and sort by time', () => {
  const ids = Array.from({ length: 2_000 }, (_, i) => uuidV7(1_000 + i));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});

test('tells a UUID from other text', () => {
  expect(isUuid(uuidV7())).toBe(true);
  expect(isUuid('not-an-id')).toBe(false);
  expect(isUuid(`${uuidV7()}0`)).toBe(false);
});

test('reads a UUID with or without hyphens in any case, and nothing else', () => {
  const uuid = uuidV7();
  const digits = uuidDigits(uuid);
  expect(digits).toMatch(/^[0-9A-F]{32}$/);
  for (const form of [uuid, uuid.toUpperCase(), digits, digits.toLowerCase()])
    expect(readUuid(form)).toBe(uuid);
  for (const other of ['', 'x', digits.slice(1), `${digits}0`, uuid.replace('-', '')])
    expect(readUuid(other)).toBeUndefined();
});
