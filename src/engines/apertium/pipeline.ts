/**
 * One running Apertium pipeline: a group of processes that reads questions and writes answers, in order, for
 * as long as it lives. It dies as a whole: one lost process, one late or one wrong answer, and all of the
 * group is killed and every question still open is handed back as lost.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { decodeAnswer, encodeQuestion } from './stream-format.ts';

/** A text on its way through a pipeline. */
export interface Question {
  readonly text: string;
  answer(translated: string): void;
}

export interface PipelineEvents {
  /** There is room for more questions. */
  onProgress(): void;
  /** The pipeline is gone; these questions have no answer. */
  onEnd(reason: string, lost: Question[]): void;
}

/** A pipeline without an answer for this long, with a question open, hangs. Answers take milliseconds. */
const answerTimeoutMs = 5_000;

/** The first answer waits for dictionaries to load from disk. */
const firstAnswerTimeoutMs = 10_000;

/**
 * How much may be inside a pipeline: enough to keep all its stages busy, little enough that what a caller
 * gives up on is soon through (about 50 ms of work).
 */
const maxOpenQuestions = 32;
const maxOpenCharacters = 8_192;

/**
 * The children get nothing of this process's environment, which holds passwords. Their standard error goes
 * nowhere: some stages print the words that they stumble over.
 */
const childEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

export class Pipeline {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #events: PipelineEvents;
  readonly #open: { number: number; question: Question }[] = [];
  #openCharacters = 0;
  #lastNumber = 0;
  #unread: Buffer[] = [];
  #watchdog: NodeJS.Timeout | undefined;
  #hasAnswered = false;
  #exclusive = false;
  #ended = false;

  constructor(command: string, events: PipelineEvents) {
    this.#events = events;
    // A group of its own, so that killing it reaches every stage and not only the shell. If this process dies
    // first, the stages see the end of their input and exit.
    this.#child = spawn('/bin/sh', ['-c', command], {
      detached: true,
      env: childEnvironment,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#child.on('error', (error) => this.#end(`could not be started: ${error.message}`));
    this.#child.on('exit', (code, signal) => this.#end(`exited (${signal ?? code})`));
    this.#child.stdin.on('error', () => this.#end('stopped reading'));
    this.#child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#child.stdout.on('close', () => this.#end('stopped writing'));
  }

  get isIdle(): boolean {
    return this.#open.length === 0;
  }

  hasRoomFor(text: string): boolean {
    if (this.#ended) return false;
    if (this.isIdle) return true;
    if (this.#exclusive) return false;
    return this.#open.length < maxOpenQuestions && this.#openCharacters + text.length <= maxOpenCharacters;
  }

  /** With `alone`, nothing else is let in until the question is answered; the pipeline must be idle. */
  send(question: Question, alone: boolean): void {
    this.#exclusive = alone;
    const number = ++this.#lastNumber;
    this.#open.push({ number, question });
    this.#openCharacters += question.text.length;
    this.#child.stdin.write(encodeQuestion(question.text, number));
    this.#watchdog ??= this.#startWatchdog();
  }

  kill(reason: string): void {
    this.#end(reason);
  }

  #read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#unread.push(chunk.subarray(start, end));
      const raw = Buffer.concat(this.#unread).toString('utf8');
      this.#unread = [];
      start = end + 1;
      if (!this.#accept(raw)) return;
    }
    if (start < chunk.length) this.#unread.push(chunk.subarray(start));
    if (start > 0 && !this.#ended) this.#events.onProgress();
  }

  /** Matches an answer with the question it belongs to; anything else means that the pipeline is out of step. */
  #accept(raw: string): boolean {
    const answer = decodeAnswer(raw);
    const expected = this.#open[0];
    if (answer === undefined || expected === undefined || answer.number !== expected.number) {
      this.#end('gave an answer that belongs to no question');
      return false;
    }
    this.#open.shift();
    this.#openCharacters -= expected.question.text.length;
    this.#hasAnswered = true;
    this.#restartWatchdog();
    expected.question.answer(answer.text);
    return true;
  }

  #startWatchdog(): NodeJS.Timeout {
    const limitMs = this.#hasAnswered ? answerTimeoutMs : firstAnswerTimeoutMs;
    return setTimeout(() => this.#end(`gave no answer for ${limitMs} ms`), limitMs);
  }

  #restartWatchdog(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = this.isIdle ? undefined : this.#startWatchdog();
  }

  #end(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#watchdog);
    this.#child.stdout.destroy();
    this.#child.stdin.destroy();
    this.#killGroup();
    this.#events.onEnd(
      reason,
      this.#open.splice(0).map(({ question }) => question),
    );
  }

  #killGroup(): void {
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // Every process of the group is gone already.
    }
  }
}
