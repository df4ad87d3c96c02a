/**
 * One running Apertium pipeline: a group of processes that reads questions and writes answers, in order, for
 * as long as it lives. It fails as a whole: after one lost process, one late answer or one wrong answer, the
 * group is ended and every open question is returned as lost.
 */
import { isUtf8 } from 'node:buffer';
import { randomInt } from 'node:crypto';
import { AnswerWatch } from './answer-watch.ts';
import { ProcessGroup } from './process-group.ts';
import { decodeAnswer, encodeQuestion } from './stream-format.ts';

export interface Question {
  readonly text: string;
  /** If false, no other text is sent behind it. */
  readonly isShort: boolean;
  /** Processor time. */
  readonly maxWorkMs: number;
  answer(translated: string): void;
  /** The pipeline still works on it, or waits for a processor. */
  onBusy(): void;
  /** Charges the time it took, answered or not; undefined where dictionaries had to be loaded first. */
  charge(workedMs: number | undefined, wasCutOff: boolean): void;
}

export interface PipelineEvents<Q extends Question> {
  /** Questions were answered, so there is room for more. */
  onProgress(): void;
  /** The pipeline has ended. The `lost` questions have no answer, and one of them may be to blame. */
  onEnd(reason: string, lost: Q[], blamed?: Q): void;
}

/**
 * A pipeline that has an open question and gives no answer for this long hangs, unless it waits for a
 * processor. Answers take milliseconds.
 */
const answerTimeoutMs = 5_000;

/** The first answer waits for dictionaries to load from disk, which takes up to 0.4 s of processor time. */
const firstAnswerTimeoutMs = 10_000;
const loadingMs = 1_000;

/**
 * The limits of open questions: enough to keep all stages busy, and few enough that cancelled work is soon
 * finished (about 50 ms of work).
 */
const maxOpenQuestions = 32;
const maxOpenCharacters = 8_192;
/** While teams share the pipeline, a text waits behind at most one long piece of other teams. */
const maxOpenCharactersWhenShared = 1_000;

/**
 * The size limit of an unfinished answer. A real answer is a few times as long as its question; a pipeline
 * that writes endlessly must not fill the memory.
 */
const maxAnswerBytes = (question: string) => 65_536 + 16 * question.length;

export class Pipeline<Q extends Question> {
  readonly #group: ProcessGroup;
  readonly #events: PipelineEvents<Q>;
  readonly #open: { number: number; question: Q }[] = [];
  #openCharacters = 0;
  // Random start, so that only a pipeline that has read its question can know the number of the answer.
  #lastNumber = randomInt(2 ** 40);
  #answered = 0;
  #charactersRead = 0;
  #unread: Buffer[] = [];
  #unreadBytes = 0;
  readonly #watch: AnswerWatch;
  /** When the first open question became the next to be answered; a pipeline answers in order. */
  #nextSinceMs = 0;
  #exclusive = false;
  #ended = false;

  constructor(command: string, events: PipelineEvents<Q>) {
    this.#events = events;
    this.#group = new ProcessGroup(command, {
      onOutput: (chunk) => this.#read(chunk),
      onGone: (reason) => this.#end(reason),
    });
    this.#watch = new AnswerWatch({
      activity: () => this.#group.activity(),
      onLate: (reason, isTextToBlame) => this.#cutOff(reason, isTextToBlame),
      onBusy: () => this.#open[0]?.question.onBusy(),
    });
  }

  get isIdle(): boolean {
    return this.#open.length === 0;
  }

  get openQuestions(): number {
    return this.#open.length;
  }

  get holdsOnlyShort(): boolean {
    return this.#open.every(({ question }) => question.isShort);
  }

  /** Since the pipeline started. */
  get charactersRead(): number {
    return this.#charactersRead;
  }

  get hasAnswered(): boolean {
    return this.#answered > 0;
  }

  hasRoomFor(text: string, isShared: boolean): boolean {
    if (this.#ended) return false;
    if (this.isIdle) return true;
    if (this.#exclusive) return false;
    const maxCharacters = isShared ? maxOpenCharactersWhenShared : maxOpenCharacters;
    return this.#open.length < maxOpenQuestions && this.#openCharacters + text.length <= maxCharacters;
  }

  /** With `alone`, no other question is accepted until this one is answered; the pipeline must be idle. */
  send(question: Q, alone: boolean): void {
    this.#exclusive = alone;
    const number = ++this.#lastNumber;
    this.#open.push({ number, question });
    this.#openCharacters += question.text.length;
    this.#charactersRead += question.text.length;
    this.#group.write(encodeQuestion(question.text, number));
    if (!this.#watch.isOn) this.#watchNext();
  }

  /** Ends it at once, for example when this process exits. */
  kill(reason: string): void {
    this.#end(reason);
    this.#group.kill();
  }

  /** Ends it and lets its processes exit by themselves. */
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

  /** Stores a part of an answer, unless it becomes longer than any answer can be. */
  #keep(part: Buffer): boolean {
    this.#unread.push(part);
    this.#unreadBytes += part.length;
    if (this.#unreadBytes <= maxAnswerBytes(this.#open[0]?.question.text ?? '')) return true;
    this.#end('returned an answer that is far too long');
    return false;
  }

  /** Matches an answer with its question. A mismatch means that the pipeline is out of step. */
  #accept(): boolean {
    const raw = this.#unread.length === 1 ? this.#unread[0] : Buffer.concat(this.#unread);
    this.#unread = [];
    this.#unreadBytes = 0;
    // Decoding would replace invalid UTF-8 by U+FFFD: a wrong text that looks like an answer.
    const answer = raw !== undefined && isUtf8(raw) ? decodeAnswer(raw.toString('utf8')) : undefined;
    const expected = this.#open[0];
    if (answer === undefined || expected === undefined || answer.number !== expected.number) {
      this.#end('returned an answer that matches no text');
      return false;
    }
    this.#open.shift();
    this.#openCharacters -= expected.question.text.length;
    expected.question.charge(this.hasAnswered ? performance.now() - this.#nextSinceMs : undefined, false);
    this.#answered++;
    this.#watchNext();
    expected.question.answer(answer.text);
    return true;
  }

  #watchNext(): void {
    this.#watch.stop();
    const [next] = this.#open;
    if (next === undefined) return;
    this.#nextSinceMs = performance.now();
    const { maxWorkMs } = next.question;
    this.#watch.start(
      this.hasAnswered
        ? { workMs: maxWorkMs, silentMs: answerTimeoutMs }
        : { workMs: maxWorkMs + loadingMs, silentMs: firstAnswerTimeoutMs },
    );
  }

  #cutOff(reason: string, isTextToBlame: boolean): void {
    this.#end(reason, { wasCutOff: true, blamed: isTextToBlame ? this.#open[0]?.question : undefined });
  }

  #end(
    reason: string,
    { wasCutOff = false, blamed }: { wasCutOff?: boolean; blamed?: Q | undefined } = {},
  ): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#watch.stop();
    this.#unread = [];
    this.#group.close();
    const workedMs = performance.now() - this.#nextSinceMs;
    this.#open[0]?.question.charge(this.hasAnswered || wasCutOff ? workedMs : undefined, wasCutOff);
    this.#events.onEnd(
      reason,
      this.#open.splice(0).map(({ question }) => question),
      blamed,
    );
  }
}
