/**
 * Asks for values that no flag gave. Questions go to standard error, because results go to standard output.
 */
import { createInterface } from 'node:readline';
import { OperatorError } from '../../lib/errors.ts';
import { describeError } from '../report-failure.ts';

export interface Interview {
  /**
   * Returns the answer, or `fallback` (displayed as `shown`) for an empty line. `flag` can replace the
   * question.
   */
  ask(question: string, flag: string, fallback?: string, shown?: string): Promise<string>;
  /** Explains why an answer is not valid. */
  object(problem: string): void;
  tell(message: string): void;
}

function tell(message: string): void {
  process.stderr.write(`${message}\n`);
}

export function openInterview(): Interview & Disposable {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const show = (prompt: string) => {
    // A pipe may have ended with the answers read ahead; readline then no longer shows prompts.
    if (!process.stdin.isTTY) return void process.stderr.write(`${prompt}\n`);
    lines.setPrompt(prompt);
    lines.prompt();
  };
  // Not `rl.question`: it loses lines of a pipe that arrive before their question.
  const answers = lines[Symbol.asyncIterator]();
  return {
    async ask(question, flag, fallback, shown = fallback) {
      show(`${question}${shown ? ` [${shown}]` : ''}: `);
      const { value, done } = await answers.next();
      if (done) throw noAnswer(flag);
      const answer = value.trim() || fallback;
      return answer === undefined ? this.ask(question, flag) : answer;
    },
    object: tell,
    tell,
    [Symbol.dispose]: () => lines.close(),
  };
}

/** Asks until the answer is valid. */
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

/** For `--yes`: every value without a fallback must be given by a flag. */
export const silentInterview: Interview & Disposable = {
  async ask(_question, flag, fallback) {
    if (fallback === undefined) throw noAnswer(flag);
    return fallback;
  },
  object(problem) {
    throw new OperatorError(problem, 'Nothing was changed. Fix this, then run dragoman init again.');
  },
  tell,
  [Symbol.dispose]: () => {},
};

function noAnswer(flag: string): OperatorError {
  return new OperatorError(`No value was given for ${flag}.`, `Run: dragoman init ${flag} … (see --help)`);
}
