import { expect, test } from 'vitest';
import { describeEntry } from './describe-entry.ts';

test.each([
  ['team.created', { name: 'New', monthly_quota: 5 }, 'Created with a quota of 5 characters a month'],
  ['team.suspended', { reason: 'Fraud' }, 'Suspended: Fraud'],
  ['team.resumed', { reason: 'Cleared' }, 'Resumed: Cleared'],
  [
    'credit.added',
    { characters: 100, reason: 'Sorry', credit_left: 120 },
    'Added 100 characters of credit, then 120: Sorry',
  ],
  [
    'credit.added',
    { characters: -20, reason: 'Mistake', credit_left: 100 },
    'Took back 20 characters of credit, then 100: Mistake',
  ],
  [
    'limits.changed',
    { requests_burst: { from: 200, to: 7 }, monthly_quota: { from: 5, to: 6 } },
    'Burst of requests: 200 → 7; Monthly quota: 5 → 6',
  ],
  ['settings.changed', { engines: { from: null, to: ['apertium'] } }, 'engines: null → ["apertium"]'],
  ['team.renamed', {}, 'team.renamed'],
])('%s %j', (action, details, words) => expect(describeEntry({ action, details })).toBe(words));
