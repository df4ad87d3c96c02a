/**
 * Makes mistakes in the ledger, one at a time, in a copy of the checkout, and runs the test that has to notice each:
 *
 *   npm run mutations                 all of them: minutes
 *   npm run mutations -- hold credit  those with one of these words in their name, function or file
 *   npm run mutations -- --list       what there is, and whether each applies
 *   npm run mutations -- --unit       mistakes in metering, limits and gateway, each against all of their unit tests
 */
import { parseArgs } from 'node:util';
import { allMutations } from './all-mutations.ts';
import { type Judgement, judge } from './judge.ts';
import { describeTest, type Mutation, type NamedTest, whereIs } from './mutation.ts';
import { runNamedTest } from './run-named-test.ts';
import { makeScratchCopy, type ScratchCopy } from './scratch-copy.ts';
import { unitMutations } from './unit-mutations.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    unit: { type: 'boolean', default: false },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);
const isChosen = (mutation: Mutation) =>
  positionals.length === 0 ||
  positionals.some((word) =>
    `${mutation.name} ${whereIs(mutation)}`.toLowerCase().includes(word.toLowerCase()),
  );
const chosen = (values.unit ? unitMutations : allMutations).filter(isChosen);

const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** Among all unit tests, the one that noticed the mistake is worth knowing. */
const row = (mutation: Mutation, judgement: Judgement, tookMs: number) => {
  const { verdict } = judgement;
  const test = values.unit && 'by' in judgement ? judgement.by : describeTest(mutation.test);
  const cells = [verdict, whereIs(mutation), mutation.name, test, inSeconds(tookMs)];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
};

/** A test that fails anyway would notice every mistake. */
async function failUnmutated(folder: string): Promise<string[]> {
  const tests = new Map(chosen.map(({ test }): [string, NamedTest] => [describeTest(test), test]));
  const failed: string[] = [];
  for (const [name, test] of tests) {
    const { how } = await runNamedTest(folder, test);
    say(`without a mistake: ${name} ${how}`);
    if (how !== 'passed') failed.push(name);
  }
  return failed;
}

async function tryOut(copy: ScratchCopy, mutation: Mutation): Promise<Judgement> {
  const takeBack = copy.apply(mutation);
  if (typeof takeBack === 'string') return { verdict: 'does not apply', reason: takeBack };
  if (values.list) {
    takeBack();
    return { verdict: 'applies' };
  }
  try {
    return judge(mutation, await runNamedTest(copy.folder, mutation.test));
  } finally {
    takeBack();
  }
}

async function main(): Promise<boolean> {
  if (chosen.length === 0) throw new Error('No mutation has these words in its name.');
  using copy = makeScratchCopy();
  const failing = values.list ? [] : await failUnmutated(copy.folder);
  if (failing.length > 0) {
    say(`These fail without any mistake, so they prove nothing: ${failing.join(', ')}`);
    return false;
  }
  say('| verdict | where | mistake | test | time |\n|---|---|---|---|---|');
  const others: string[] = [];
  let slowestMs = 0;
  for (const mutation of chosen) {
    const started = performance.now();
    const judgement = await tryOut(copy, mutation);
    const tookMs = performance.now() - started;
    slowestMs = Math.max(slowestMs, tookMs);
    say(row(mutation, judgement, tookMs));
    if (judgement.verdict !== (values.list ? 'applies' : 'caught'))
      others.push(
        `${judgement.verdict}: ${mutation.name}${'reason' in judgement ? `: ${judgement.reason}` : ''}`,
      );
  }
  for (const other of others) say(other);
  const slowest = `by the unit tests alone, the slowest in ${inSeconds(slowestMs)}`;
  const what = values.list ? 'apply' : values.unit ? `caught ${slowest}` : 'caught';
  say(`${chosen.length - others.length} of ${chosen.length} ${what}`);
  return others.length === 0;
}

process.exitCode = (await main()) ? 0 : 1;
