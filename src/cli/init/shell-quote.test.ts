import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellQuote } from './shell-quote.ts';

test('a plain path stays as it is', () => {
  expect(shellQuote('/tmp/dragoman-demo')).toBe('/tmp/dragoman-demo');
});

test.each(['', 'a b', "it's", '~', '$HOME; echo x', '*'])('a shell reads %j as one word', (value) => {
  expect(execFileSync('sh', ['-c', `printf %s ${shellQuote(value)}`], { encoding: 'utf8' })).toBe(value);
});
