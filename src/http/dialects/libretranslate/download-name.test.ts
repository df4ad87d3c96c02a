import { expect, test } from 'vitest';
import { readDownloadName, toDownloadName } from './download-name.ts';

const named = {
  teamId: '01a1dd01-735d-75c5-a1fc-6551c020c92d',
  id: '01a1dd02-0000-7000-8000-00000000000f',
  documentKey: 'AB'.repeat(32),
};

test('a name leads back to the document and its key, whatever the file is called', () => {
  for (const fileName of ['note.txt', 'Übersicht (1).docx', '.', '', 'x'.repeat(255)])
    expect(readDownloadName(toDownloadName(named, fileName))).toEqual(named);
});

test.each(['', 'note.txt', '../../etc/passwd', `${'A'.repeat(43)}.txt`, 'A'.repeat(300)])(
  '%s is no name',
  (name) => {
    expect(readDownloadName(name)).toBeUndefined();
  },
);
