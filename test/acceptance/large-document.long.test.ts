/** A Word document of ten megabytes with one of everything, through the whole service beside other calls. */

import { expect, test } from 'vitest';
import { findFormat } from '../../src/documents/formats/registry.ts';
import { translate } from '../support/api-client.ts';
import { download, watch } from '../support/document-client.ts';
import { useDocumentServer } from '../support/document-server.ts';
import { differingParts } from '../support/documents/archive-parts.ts';
import { wordSample } from '../support/documents/word-sample.ts';
import { expectInTime } from '../support/long-form.ts';

// The null engine: it answers at once, so that the time is the service's own.
const rig = useDocumentServer(0);

test('10 MB are translated within 60 s, and calls go on meanwhile', { timeout: 600_000 }, async () => {
  const content = Buffer.from(wordSample({ chapters: 200, paragraphsPerChapter: 20, pictureSide: 1_850 }));
  expect(content.length).toBeGreaterThan(10_000_000);
  const units = findFormat('a.docx')?.open(content).units ?? [];
  const team = await rig.newTeam(10_000_000);

  const started = performance.now();
  const { status, body } = await rig.send(team, { name: 'report.docx', content });
  expect(status, JSON.stringify(body)).toBe(201);
  const waits: number[] = [];
  let isOver = false;
  const caller = (async () => {
    while (!isOver) {
      const asked = performance.now();
      const answer = await translate(rig.server.url, team.key, {
        text: ['A house.'],
        source_lang: 'EN',
        target_lang: 'EO',
      });
      expect(answer.status).toBe(200);
      waits.push(performance.now() - asked);
    }
  })();
  const states = await watch(rig.one(body.id), team.key, { forMs: 120_000 });
  const seconds = (performance.now() - started) / 1_000;
  isOver = true;
  await caller;
  expect(states.at(-1)?.state, JSON.stringify(states.at(-1)?.error)).toBe('done');
  const { content: result } = await download(`${rig.one(body.id)}/result`, team.key);

  const after = findFormat('a.docx')?.open(result).units ?? [];
  expect(after).toHaveLength(units.length);
  expect(differingParts(content, result).filter((name) => !name.endsWith('.xml'))).toEqual([]);
  const slowest = Math.max(...waits);
  process.stdout.write(
    `large document: ${content.length} bytes, ${units.length} units, ${body.characters} characters, ${seconds.toFixed(1)} s; ${waits.length} calls meanwhile, slowest ${slowest.toFixed(0)} ms\n`,
  );
  expectInTime('a large document', seconds * 1_000, 60_000);
});
