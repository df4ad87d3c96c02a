/**
 * One running Apertium pipeline: a group of processes that reads questions and writes answers, in order, for
 * as long as it lives. It dies as a whole: one lost process, one late or one wrong answer, and all of the
 * group is ended and every question still open is handed back as lost.
 */
import { isUtf8 } from 'node:buffer';
import { randomInt } from 'node:crypto';
import { ProcessGroup } from './process-group.ts';
import { decodeAnswer, encodeQuestion } from './stream-format.ts';

/** A text on its way through a pipeline. */
export interface Question {
  readonly text: string;
  answer(translated: string): void;
}

export interface PipelineEvents<Q extends Question> {
  /** Questions were answered, so there is room for more. */
  onProgress(): void;
  /** The pipeline is gone; these questions have no answer. */
  onEnd(reason: string, lost: Q[]): void;
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
 * How much of an unfinished answer is kept. A real one is a few times its question; a pipeline that writes
 * without end must not fill the memory.
 */
const maxAnswerBytes = (question: string) => 65_536 + 16 * question.length;

export class Pipeline<Q extends Question> {
  readonly #group: ProcessGroup;
  readonly #events: PipelineEvents<Q>;
  readonly #open: { number: number; question: Q }[] = [];
  #openCharacters = 0;
  // Starts anywhere, so that only a pipeline that has read its question can know the number of the answer.
  #lastNumber = randomInt(2 ** 40);
  #answered = 0;
  #charactersRead = 0;
  #unread: Buffer[] = [];
  #unreadBytes = 0;
  #watchdog: NodeJS.Timeout | undefined;
  #exclusive = false;
  #ended = false;

  constructor(command: string, events: PipelineEvents<Q>) {
    this.#events = events;
    this.#group = new ProcessGroup(command, {
      onOutput: (chunk) => this.#read(chunk),
      onGone: (reason) => this.#end(reason),
    });
  }

  get isIdle(): boolean {
    return this.#open.length === 0;
  }

  get openQuestions(): number {
    return this.#open.length;
  }

  /** In all its life. */
  get charactersRead(): number {
    return this.#charactersRead;
  }

  get hasAnswered(): boolean {
    return this.#answered > 0;
  }

  hasRoomFor(text: string): boolean {
    if (this.#ended) return false;
    if (this.isIdle) return true;
    if (this.#exclusive) return false;
    return this.#open.length < maxOpenQuestions && this.#openCharacters + text.length <= maxOpenCharacters;
  }

  /** With `alone`, nothing else is let in until the question is answered; the pipeline must be idle. */
  send(question: Q, alone: boolean): void {
    this.#exclusive = alone;
    const number = ++this.#lastNumber;
    this.#open.push({ number, question });
    this.#openCharacters += question.text.length;
    this.#charactersRead += question.text.length;
    this.#group.write(encodeQuestion(question.text, number));
    this.#watchdog ??= this.#startWatchdog();
  }

  /** Ends it at once, as when this process ends. */
  kill(reason: string): void {
    this.#end(reason);
    this.#group.kill();
  }

  /** Lets it exit by itself. */
  retire(reason: string): void {
    this.#end(reason);
  }

  #read(chunk: Buffer): void {
    if (this.#ended) return;
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      if (!this.#keep(chunk.subarray(start, end)) || !this.#accept()) return;
      start = end + 1;
    }
    if (start < chunk.length && !this.#keep(chunk.subarray(start))) return;
    if (start > 0) this.#events.onProgress();
  }

  /** Keeps a part of an answer, unless it gets longer than any answer could be. */
  #keep(part: Buffer): boolean {
    this.#unread.push(part);
    this.#unreadBytes += part.length;
    if (this.#unreadBytes <= maxAnswerBytes(this.#open[0]?.question.text ?? '')) return true;
    this.#end('wrote more than an answer can be');
    return false;
  }

  /** Matches an answer with the question it belongs to; anything else means that the pipeline is out of step. */
  #accept(): boolean {
    const raw = this.#unread.length === 1 ? this.#unread[0] : Buffer.concat(this.#unread);
    this.#unread = [];
    this.#unreadBytes = 0;
    // Decoding would put U+FFFD in place of what isn't UTF-8: a wrong text that looks like an answer.
    const answer = raw !== undefined && isUtf8(raw) ? decodeAnswer(raw.toString('utf8')) : undefined;
    const expected = this.#open[0];
    if (answer === undefined || expected === undefined || answer.number !== expected.number) {
      this.#end('gave an answer that belongs to no question');
      return false;
    }
    this.#open.shift();
    this.#openCharacters -= expected.question.text.length;
    this.#answered++;
    this.#restartWatchdog();
    expected.question.answer(answer.text);
    return true;
  }

  #startWatchdog(): NodeJS.Timeout {
    const limitMs = this.hasAnswered ? answerTimeoutMs : firstAnswerTimeoutMs;
    const answered = this.#answered;
    return setTimeout(() => {
      // It may be this process that was stopped or busy. Answers that came meanwhile are read before this runs.
      setImmediate(() => {
        if (this.#answered === answered) this.#end(`gave no answer for ${limitMs} ms`);
      });
    }, limitMs);
  }

  #restartWatchdog(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = this.isIdle ? undefined : this.#startWatchdog();
  }

  #end(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#watchdog);
    this.#unread = [];
    this.#group.close();
    this.#events.onEnd(
      reason,
      this.#open.splice(0).map(({ question }) => question),
    );
  }
}
