/**
 * The files that take longest start first: one that starts last keeps a whole suite waiting for a single worker. A
 * clean clone has no times of an earlier run to go by, so they are named.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longest = [
  'browser/every-page',
  'faults/misbehaving-pipelines',
  'browser/operator-every-page',
  'integration/bergamot-engine',
  'browser/home',
  'ledger/ledger-model',
  'acceptance/team-request-log',
  'acceptance/passkeys',
  'hostile/costly-inputs',
  'acceptance/operator-api',
  'hostile/hostile-input',
  'acceptance/console-api',
  'integration/drain',
  'browser/translate',
  'browser/documents',
  'ledger/killed-streams',
  'integration/apertium-pool',
  'browser/operator-models',
  'acceptance/tls',
  'acceptance/operator-availability',
  'integration/init',
  'hostile/engine-texts',
  'acceptance/documents',
  'waiting/slow-clients',
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
