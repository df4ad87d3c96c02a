import { expect, test } from 'vitest';
import type { TimedRequest } from '../../../../metering/request-log/request-log-reader.ts';
import { writeCsv } from './request-csv.ts';

test('a name that looks like a formula stays a text, and cells with commas and quotes are quoted', async () => {
  const call = { at: new Date(0), keyName: '=cmd("a"),1', sourceLangs: ['en', 'de'], engines: [] };
  const pages = (async function* () {
    yield [call as unknown as TimedRequest];
  })();
  let csv = '';
  for await (const piece of writeCsv(pages)) csv += piece;
  const lines = csv.split('\r\n');
  expect(lines[0]).toContain('time,request_id,status');
  expect(lines[1]).toContain('1970-01-01T00:00:00.000Z');
  expect(lines[1]).toContain(`"'=cmd(""a""),1"`);
  expect(lines[1]).toContain('en de');
});
