import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeCertificates } from '../../test/support/tls-servers.ts';
import { requestLimits } from '../lib/request-limits.ts';
import type { Logger } from '../observability/logger.ts';
import { openCertificate } from './server-certificate.ts';

const first = makeCertificates();
const second = makeCertificates();
afterAll(() => {
  for (const { folder } of [first, second]) rmSync(folder, { recursive: true });
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const logged: string[] = [];
const note = (message: string) => void logged.push(message);
const logger: Logger = { debug: note, info: note, warn: note, error: note };

async function logOf(change: () => void): Promise<string[]> {
  logged.length = 0;
  const certificate = await openCertificate(first, logger);
  change();
  // Ticks during a check share the one that follows, so that two checks are made.
  for (let i = 0; i < 3; i++) vi.advanceTimersByTime(requestLimits.certificateCheckMs);
  await certificate.close();
  return logged;
}

test('files that stay as they are, or become others, are no reason to log twice', async () => {
  expect(await logOf(() => undefined)).toEqual([]);
  const renew = () => {
    copyFileSync(second.certificate, first.certificate);
    copyFileSync(second.key, first.key);
  };
  expect(await logOf(renew)).toEqual(['the renewed certificate is in use']);
});

test('a broken renewal is logged once', async () => {
  expect(await logOf(() => writeFileSync(first.key, 'no key'))).toEqual([
    'the certificate cannot be renewed: the previous one stays',
  ]);
});
