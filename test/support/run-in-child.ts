/** Runs one of these files as a process of its own: a question as JSON to its standard input, its answer as JSON back. */
import { execFile } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface ChildOptions {
  /** Options of V8. */
  readonly flags?: readonly string[];
  /** The command that starts Node: another Node, or an emulator in front of it. */
  readonly node?: readonly string[];
}

export function askChild<Answer>(
  file: string,
  question: unknown,
  { flags = [], node = [process.execPath] }: ChildOptions = {},
): Promise<Answer> {
  const [command = '', ...args] = [...node, ...flags, fileURLToPath(file)];
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { maxBuffer: 2 ** 26 }, (error, stdout) => {
      if (error) reject(error);
      else resolve(JSON.parse(stdout) as Answer);
    });
    child.stdin?.end(JSON.stringify(question));
  });
}

/** In the child: answers if `file` is what the process was started with. */
export async function answerAsChild<Question>(
  file: string,
  answer: (question: Question) => Promise<unknown>,
): Promise<void> {
  if (process.argv[1] !== fileURLToPath(file)) return;
  const question = JSON.parse(await text(process.stdin)) as Question;
  process.stdout.write(JSON.stringify(await answer(question)));
}
