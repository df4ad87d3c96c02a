/** The rows of docs/evidence/reliability.md, and the test files that their commands lead to. */
export interface Row {
  /** `–` for a row that has no number. */
  readonly number: string;
  readonly name: string;
  readonly commands: readonly string[];
}

export interface TestFile {
  /** As vitest knows it: `chaos`, `unit`, … */
  readonly project: string;
  readonly path: string;
}

/** The kinds of proof, by folder (docs/decisions/0010-kinds-of-proof.md). */
export function kindOf({ project }: TestFile): 'correctness' | 'waiting' | 'chaos' | 'measurement' {
  if (project === 'waiting' || project === 'chaos') return project;
  return project === 'measurement' || project === 'complexity' ? 'measurement' : 'correctness';
}

export function readRows(page: string): Row[] {
  const lines = page.split('\n').filter((line) => /^\| (\d+|–) \|/.test(line));
  return lines.map((line) => {
    const [, number = '', name = '', , , command = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const commands = [...command.matchAll(/`([^`]+)`/g)].map(([, each = '']) => each);
    if (commands.length === 0) throw new Error(`row ${number} (${name}) names no command`);
    return { number, name, commands };
  });
}

/** What a command would run, by the names that it gives: as vitest does, by a part of the path. */
export function filesOf(command: string, all: readonly TestFile[]): TestFile[] {
  const { project, names } = readCommand(command);
  const files = all.filter(
    (file) =>
      (project === undefined || file.project === project) &&
      (names.length === 0 || names.some((name) => file.path.includes(name))),
  );
  if (files.length === 0) throw new Error(`"${command}" leads to no test file`);
  return files;
}

function readCommand(command: string): { project: string | undefined; names: readonly string[] } {
  const suite = /^npm run (\S+)(?: -- (.*))?$/.exec(command);
  if (suite !== null) return { project: suite[1], names: namesIn(suite[2] ?? '') };
  const direct = /^(?:npx )?(?:scripts\/test|vitest run)(?: --project (\S+))?(.*)$/.exec(command);
  if (direct !== null) return { project: direct[1], names: namesIn(direct[2] ?? '') };
  throw new Error(`"${command}" is no command that runs tests`);
}

/** An option that is not for every suite, such as `--unit`, is a part of the path as well. */
const namesIn = (words: string) =>
  words
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '--long')
    .map((word) => word.replace(/^--/, ''));
