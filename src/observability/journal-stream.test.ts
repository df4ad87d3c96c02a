import { closeSync, fstatSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isJournal, withPriorities } from './journal-stream.ts';
import { createLogger } from './logger.ts';

test('each line begins with the priority of its level', () => {
  const lines: string[] = [];
  const logger = createLogger('debug', withPriorities({ write: (line) => lines.push(line) }));
  logger.debug('a');
  logger.info('b');
  logger.warn('c');
  logger.error('d');
  logger.info('e');
  expect(lines.map((line) => line.slice(0, 4))).toEqual(['<7>{', '<6>{', '<4>{', '<3>{', '<6>{']);
  expect(lines.map((line) => JSON.parse(line.slice(3)).msg).join('')).toBe('abcde');
  expect(lines.every((line) => line.endsWith('}\n'))).toBe(true);
});

test('only the file that systemd names is the journal', () => {
  const file = openSync('/dev/null', 'w');
  const { dev, ino } = fstatSync(file);
  expect(isJournal(file, `${dev}:${ino}`)).toBe(true);
  expect(isJournal(file, `${dev}:${ino + 1}`)).toBe(false);
  expect(isJournal(file, '')).toBe(false);
  expect(isJournal(file, undefined)).toBe(false);
  closeSync(file);
});
