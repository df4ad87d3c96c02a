import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problemCodes } from '../lib/errors.ts';
import { statusOf } from './problem-reply.ts';

test('the documentation has every code with its status, and what to do about it', () => {
  const page = readFileSync(new URL('../../docs/call/errors.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| (\d{3}) \| `(\w+)` \| .+ \| .+ \| (.+) \|$/gm)];
  const documented = rows.map(([, status, code]) => [Number(status), code]);
  const known = problemCodes.map((code) => [statusOf(code, '/v1/translate'), code]);
  expect(documented.toSorted()).toEqual(known.toSorted());
});
