import { expect, test } from 'vitest';
import { isNarrowed, questionOf, readFilter, writeFilter } from './request-filter.ts';

const read = (search: string) => readFilter(new URLSearchParams(search));

test('a filter survives the URL', () => {
  const search = new URLSearchParams('team=a');
  const filter = read('status=failed&code=rate_limited&client=mcp&time=1h&request= abc ');
  writeFilter(search, filter);
  expect(readFilter(search)).toEqual(filter);
  expect(filter.request).toBe('abc');
  expect(search.get('team')).toBe('a');
  expect(isNarrowed(filter)).toBe(true);
  expect(isNarrowed(read('team=a'))).toBe(false);
});

test('values that the server would refuse are left out', () => {
  expect(isNarrowed(read('status=6xx&code=A&client=fax&key=1&source=!&time=2h'))).toBe(false);
});

test('the question has only what is asked for', () => {
  expect(questionOf(read(''), 0)).toEqual({});
  expect(questionOf(read('time=1h&client=deepl&target=ES&request=x'), 3_600_000)).toEqual({
    from: '1970-01-01T00:00:00.000Z',
    dialect: 'deepl',
    target: 'ES',
    request_id: 'x',
  });
});
