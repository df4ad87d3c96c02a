/**
 * Makes mistakes in the ledger, one at a time, in a copy of the checkout, and runs the test that has to notice each:
 *
 *   npm run mutations                 all of them: minutes
 *   npm run mutations -- hold credit  those with one of these words in their name, function or file
 *   npm run mutations -- --list       what there is, and whether each applies
 */
import { parseArgs } from 'node:util';
import { allMutations } from './all-mutations.ts';
import { type Judgement, judge } from './judge.ts';
import { describeTest, type Mutation, type NamedTest, whereIs } from './mutation.ts';
import { runNamedTest } from './run-named-test.ts';
import { makeScratchCopy, type ScratchCopy } from './scratch-copy.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
});

const say = (line: string) => process.stdout.write(`${line}\n`);
const isChosen = (mutation: Mutation) =>
  positionals.length === 0 ||
  positionals.some((word) =>
    `${mutation.name} ${whereIs(mutation)}`.toLowerCase().includes(word.toLowerCase()),
  );
const chosen = allMutations.filter(isChosen);

const row = (verdict: string, mutation: Mutation, took = '') =>
  `| ${verdict} | ${whereIs(mutation)} | ${mutation.name} | ${describeTest(mutation.test)} | ${took} |`;

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
    return { verdict: 'caught' };
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
  for (const mutation of chosen) {
    const started = performance.now();
    const judgement = await tryOut(copy, mutation);
    const took = `${((performance.now() - started) / 1_000).toFixed(1)} s`;
    say(row(values.list && judgement.verdict === 'caught' ? 'applies' : judgement.verdict, mutation, took));
    if (judgement.verdict !== 'caught')
      others.push(
        `${judgement.verdict}: ${mutation.name}${'reason' in judgement ? `: ${judgement.reason}` : ''}`,
      );
  }
  for (const other of others) say(other);
  say(`${chosen.length - others.length} of ${chosen.length} ${values.list ? 'apply' : 'caught'}`);
  return others.length === 0;
}

process.exitCode = (await main()) ? 0 : 1;
