/**
 * The files that take longest start first: one that starts last keeps a whole suite waiting for a single worker. A
 * clean clone has no times of an earlier run to go by, so they are named.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longest = [
  'integration/bergamot-engine',
  'integration/drain',
  'acceptance/clean-clone',
  'acceptance/documentation',
  'acceptance/routing',
  'acceptance/models',
  'browser/every-page',
  'browser/operator-every-page',
  'faults/misbehaving-pipelines',
  'ledger/ledger-model',
].map((file) => `/test/${file}.test.ts`);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((file) => moduleId.endsWith(file));
      return index === -1 ? longest.length : index;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}
