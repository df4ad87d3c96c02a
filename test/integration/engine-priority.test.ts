/** What an engine works on this machine must not keep the server waiting for a processor. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApertiumEngine } from '../../src/engines/apertium/apertium-engine.ts';
import { openBergamotEngine } from '../../src/engines/bergamot/bergamot-engine.ts';
import { makeModelsFolder } from '../support/bergamot-models.ts';
import { quietLogger } from '../support/pool.ts';
import { niceness, pipelineGroups } from '../support/process-table.ts';
import { hasTestData } from '../support/test-data.ts';

/** What is nice waits for everything else on the machine. */
const asLongAsItTakes = new AbortController().signal;

test('the stages of a pipeline are nice, each and as a session', async () => {
  const modesFolder = '/usr/share/apertium/modes';
  const engine = await openApertiumEngine({
    id: 'apertium',
    modesFolder,
    pipelinesPerPair: 1,
    logger: quietLogger,
  });
  const before = pipelineGroups(process.pid);
  try {
    await engine.translate({ source: 'en', target: 'es', texts: ['The house is big.'] }, asLongAsItTakes);
    const [group = -1] = [...pipelineGroups(process.pid).keys()].filter((id) => !before.has(id));
    const members = pipelineGroups(process.pid).get(group) ?? [];
    expect(members.length).toBeGreaterThan(3);
    expect(new Set(members.map(({ pid }) => niceness(`/proc/${pid}`)))).toEqual(new Set([10]));
    if (existsSync('/proc/self/autogroup')) {
      await expect.poll(() => readFileSync(`/proc/${group}/autogroup`, 'latin1')).toMatch(/nice 10\n$/);
      // Empty where the tests run in the first session of a machine, which has no group.
      expect(readFileSync('/proc/self/autogroup', 'latin1')).not.toMatch(/nice 10\n$/);
    }
  } finally {
    await engine.close();
  }
});

test.skipIf(!hasTestData)('so are the threads of Bergamot, and no other thread of the server', async () => {
  await using folder = await makeModelsFolder(['en-es']);
  const before = niceThreads();
  const engine = await openBergamotEngine({
    id: 'bergamot',
    models: folder.path,
    workers: 2,
    logger: quietLogger,
  });
  try {
    await Promise.all(
      ['The house is big.', 'The door is open.'].map((text) =>
        engine.translate({ source: 'en', target: 'de', texts: [text] }, asLongAsItTakes),
      ),
    );
    const now = niceThreads();
    expect(now - before).toBeGreaterThanOrEqual(1);
    expect(now - before).toBeLessThanOrEqual(2);
    expect(niceness('/proc/self')).toBe(0);
  } finally {
    await engine.close();
  }
});

function niceThreads(): number {
  return readdirSync('/proc/self/task').filter((tid) => niceness(`/proc/self/task/${tid}`) === 10).length;
}
