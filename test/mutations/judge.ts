/** Whether a test noticed a mistake: by what it asserts, and not because the mistake can't be run at all. */
import type { Mutation } from './mutation.ts';
import type { Ending } from './run-named-test.ts';

export type Judgement =
  /** By the test that failed, or ran into its limit. */
  | { readonly verdict: 'caught'; readonly by: string }
  | { readonly verdict: 'survived' | 'applies' }
  | { readonly verdict: 'broken' | 'does not apply'; readonly reason: string };

/** As Postgres says that a function can't be run: then the mistake is no mistake of the ledger. */
const cannotBeRun =
  /syntax error|(column|relation|function|operator|record|type) .* does not exist|has no field|is ambiguous|must appear in the GROUP BY/;

export function judge(
  { failsWith = /AssertionError/, test }: Pick<Mutation, 'failsWith'> & Partial<Pick<Mutation, 'test'>>,
  ending: Ending,
): Judgement {
  if (ending.how === 'passed') return { verdict: 'survived' };
  if (ending.how === 'broken') return { verdict: 'broken', reason: ending.reason };
  const unusable = ending.messages.find((message) => cannotBeRun.test(message));
  if (unusable !== undefined) return { verdict: 'broken', reason: firstLines(unusable) };
  const by = ending.test;
  if (ending.messages.some((message) => failsWith.test(message))) return { verdict: 'caught', by };
  const hasLimit = test?.testLimitMs !== undefined;
  if (hasLimit && ending.messages.some((message) => message.includes('Test timed out in')))
    return { verdict: 'caught', by: `${by} (ran into its limit)` };
  return { verdict: 'broken', reason: firstLines(ending.messages.join('\n')) };
}

/** Of a property, what its counterexample got. */
function firstLines(text: string): string {
  const got = text.slice(Math.max(text.indexOf('\nGot '), 0)).trim();
  return got.split('\n').slice(0, 3).join(' ').slice(0, 300);
}
