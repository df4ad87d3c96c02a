/**
 * The files that take longest start first: one that starts last keeps everything waiting for a single worker. A clean clone has no
 * times of an earlier run to go by, so they are named.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longest = [
  'integration/document-queue',
  'browser/every-page',
  'faults/misbehaving-pipelines',
  'acceptance/documents',
  'browser/operator-every-page',
  'integration/bergamot-engine',
  'browser/home',
  'ledger/killed-streams',
  'acceptance/team-request-log',
  'hostile/hostile-input',
  'browser/translate',
  'integration/drain',
  'hostile/costly-inputs',
  'acceptance/operator-availability',
  'browser/dashboard',
  'acceptance/tls',
  'browser/operator-availability',
  'ledger/ledger-model',
  'browser/operator-models',
  'integration/apertium-pool',
  'acceptance/passkeys',
  'waiting/slow-clients',
  'acceptance/models',
  'integration/init',
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
