/** One mistake, and the test that has to notice it. */
export interface Mutation {
  /** What is wrong then, in plain English. */
  readonly name: string;
  /** A function of the database, in the newest migration that defines it, or a file. */
  readonly in: { readonly sqlFunction: string } | { readonly file: string };
  /** Each old text occurs exactly once. */
  readonly edits: readonly Edit[];
  readonly test: NamedTest;
  /** For a mistake that shows as an error of the database and not as a failed assertion. */
  readonly failsWith?: RegExp;
}

export type Edit = readonly [from: string, to: string];

export interface NamedTest {
  readonly project: string;
  /** Files, or folders of them. */
  readonly files: readonly string[];
  /** One test of the file, by its name; all of them where it is not given. */
  readonly name?: string;
  /** The limit for each test, where a mistake can make it hang. One that runs into it has noticed the mistake. */
  readonly testLimitMs?: number;
}

export const whereIs = (mutation: Mutation) =>
  'file' in mutation.in ? mutation.in.file.replace(/^.*\//, '') : mutation.in.sqlFunction;

export const describeTest = ({ project, files, name }: NamedTest) =>
  [project, ...files.map((file) => file.replace(/^.*\//, '').replace(/\.test\.ts$/, '')), name && `"${name}"`]
    .filter(Boolean)
    .join(' ');

export const model: NamedTest = { project: 'ledger', files: ['test/ledger/ledger-model.test.ts'] };
export const locks: NamedTest = { project: 'integration', files: ['test/integration/ledger-locks.test.ts'] };
