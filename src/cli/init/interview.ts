/** Asks for what no flag gave. Questions go to standard error: standard output is for what comes of them. */
import { createInterface } from 'node:readline';
import { OperatorError } from '../../lib/errors.ts';
import { describeError } from '../report-failure.ts';

export interface Interview {
  /** The answer, or the fallback for an empty line, which is shown as itself or as `shown`; `flag` spares the question. */
  ask(question: string, flag: string, fallback?: string, shown?: string): Promise<string>;
  /** Why an answer won't do. */
  object(fault: string): void;
}

export function openInterview(): Interview & Disposable {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const show = (prompt: string) => {
    // A pipe may have ended already, with the answers read ahead: readline then shows nothing any more.
    if (!process.stdin.isTTY) return void process.stderr.write(`${prompt}\n`);
    lines.setPrompt(prompt);
    lines.prompt();
  };
  // Not `rl.question`: that loses the lines of a pipe that arrive before their question.
  const answers = lines[Symbol.asyncIterator]();
  return {
    async ask(question, flag, fallback, shown = fallback) {
      show(`${question}${shown ? ` [${shown}]` : ''}: `);
      const { value, done } = await answers.next();
      if (done) throw noAnswer(flag);
      const answer = value.trim() || fallback;
      return answer === undefined ? this.ask(question, flag) : answer;
    },
    object: (fault) => process.stderr.write(`${fault}\n`),
    [Symbol.dispose]: () => lines.close(),
  };
}

/** Asks until the answer is one. */
export async function askFor<T>(
  interview: Interview,
  question: string,
  flag: string,
  parse: (answer: string) => T,
  fallback?: string,
): Promise<T> {
  for (;;) {
    const answer = await interview.ask(question, flag, fallback);
    try {
      return parse(answer);
    } catch (error) {
      interview.object(`${flag}: ${describeError(error)}`);
    }
  }
}

/** For `--yes`: what has no fallback has to be given. */
export const silentInterview: Interview & Disposable = {
  async ask(_question, flag, fallback) {
    if (fallback === undefined) throw noAnswer(flag);
    return fallback;
  },
  object(fault) {
    throw new OperatorError(fault, 'Nothing was changed. Then run dragoman init again.');
  },
  [Symbol.dispose]: () => {},
};

function noAnswer(flag: string): OperatorError {
  return new OperatorError(`There is no answer for ${flag}.`, `Run: dragoman init ${flag} … (see --help)`);
}
