/** Every input that was ever found to cost too much, again. The search for new ones: `npm run complexity`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { corpusOf } from '../complexity/corpus.ts';
import { judge } from '../complexity/judge-climb.ts';
import { judgeSettings } from '../complexity/judge-settings.ts';
import { allTargets } from '../complexity/targets/all-targets.ts';
import { WatchedThread } from '../complexity/watched-thread.ts';

const thread = new WatchedThread();
let slowness = 1;
beforeAll(async () => {
  slowness = await thread.slowness();
});
afterAll(() => thread[Symbol.asyncDispose]());

const targets = allTargets.filter(({ isForLong }) => !isForLong);

test.each(targets.map((target) => [target.name, target] as const))('%s', async (_name, target) => {
  for (const entry of corpusOf(target)) {
    const { problems } = await judge(thread, target, entry, judgeSettings(target, slowness));
    expect.soft(problems, entry.name).toEqual([]);
  }
});
