import { X509Certificate } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const dayMs = 86_400_000;
const ends: Date[] = [];
const metrics = { reportCertificate: (validUntil: Date) => void ends.push(validUntil) };
const logged: string[] = [];
const note = (message: string) => void logged.push(message);
const logger: Logger = { debug: note, info: note, warn: note, error: note };

async function logOf(change: () => void): Promise<string[]> {
  logged.length = 0;
  const certificate = await openCertificate(first, logger, metrics);
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

test('the end of a certificate is announced from 14 days before it on, once a day', async () => {
  logged.length = 0;
  let daysLeft = 14.1;
  let clockReadings = 0;
  const end = new Date(new X509Certificate(readFileSync(first.certificate)).validTo);
  const now = () => {
    clockReadings++;
    return end.getTime() - daysLeft * dayMs;
  };
  const certificate = await openCertificate(first, logger, metrics, now);
  expect([ends.at(-1), logged]).toEqual([end, []]);
  for (const [left, warnings] of [
    [13.9, 1],
    [13, 1],
    [12.8, 2],
  ] as const) {
    daysLeft = left;
    const before = clockReadings;
    vi.advanceTimersByTime(requestLimits.certificateCheckMs);
    // A check reads it for the files and for the warning.
    await expect.poll(() => clockReadings, { interval: 5 }).toBe(before + 2);
    expect(logged).toEqual(Array(warnings).fill('the certificate expires soon: renew it'));
  }
  await certificate.close();
});

test('a broken renewal is logged once', async () => {
  expect(await logOf(() => writeFileSync(first.key, 'no key'))).toEqual([
    'the certificate cannot be renewed: the previous one stays',
  ]);
});
