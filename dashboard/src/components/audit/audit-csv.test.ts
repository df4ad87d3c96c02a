import { expect, test } from 'vitest';
import { toAuditCsv } from './audit-csv.ts';

test('no cell starts a formula, whoever wrote it', () => {
  const entry = (word: string) => ({
    id: '1',
    at: '2026-11-15T10:00:00.000Z',
    action: 'user.joined',
    subject: { type: 'user', id: word },
    actor: { type: 'user', id: '1', name: word },
    address: null,
    request_id: null,
    details: { email: word, role: 'member' },
  });
  const words = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1', '=HYPERLINK("http://x","y")'];
  const [header, ...lines] = toAuditCsv(words.map(entry)).trimEnd().split('\r\n');
  expect(header).toBe('time,who,what,action,subject,address,request_id,details');
  expect(lines).toHaveLength(words.length);
  for (const [i, line] of lines.entries()) {
    // The actor, description and subject cells begin with the word; the details begin with a brace.
    const quoted = (words[i] ?? '').replaceAll('"', '""');
    expect(line).toContain(
      `,"'${quoted}","'${quoted} joined as member.","user.joined","'${quoted}","","","{`,
    );
  }
});
