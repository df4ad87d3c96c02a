/**
 * A language model that misbehaves in eleven ways, behind a server with the chat completions API. It "translates" by changing
 * the ends of words, and reads the texts from the request of every template.
 */
import type { SeededRandom } from '../../faults/support/seeded-random.ts';
import type { Body } from '../../support/engine-servers.ts';
import { everyPlaceholder } from './placeholder-strings.ts';

interface Answer {
  readonly content: string | null;
  readonly message?: object;
  readonly finish_reason?: string;
}

type Misbehaviour = (answer: string, source: string, random: SeededRandom) => Answer;

/** Words without those that stand in tags, entities and tokens. */
const words = /(?<![\w<&/="-])[a-z]{3,}(?![\w>;="-])/g;
const translate = (text: string) => text.replaceAll(words, (word) => `${word}o`);

/** Tags, tokens in the place of spans, and words. */
const pieces = /<[^>]*>|[XZQ][QJ]\d+[QJX]|\S+/g;

/** Of its own invention, and those of the context, without those that could be prose. */
const ownPlaceholders = ['{invented}', '{{invented}}', '%(invented)s', '<invented>', '</invented>'];
const knownPlaceholders = everyPlaceholder.filter((each) => /[{%<$]/.test(each));

export const misbehaviours: Readonly<Record<string, Misbehaviour>> = {
  'thinks aloud': (answer, source, random) =>
    random.pick([
      { content: `<think>The user wants: ${source}\n\nSo: ${answer}</think>\n\n${answer}` },
      { content: `I keep ${source}.\n</think>${answer}` },
      { content: `<think>${source}` },
      { content: '', message: { reasoning: answer } },
    ]),
  'adds quotes': (answer, _source, random) => ({
    content: random.pick([`"${answer}"`, `„${answer}“`, `« ${answer} »`, `'${answer}'`, `"${answer}`]),
  }),
  'answers the text': (_answer, source, random) => ({
    content: random.pick([
      'Sure! Here is what I know about it.',
      `That is a good question: ${source.slice(0, 40)}`,
      'No.',
    ]),
  }),
  'drops tags': (answer, _source, random) => ({
    content: answer.replaceAll(/<[^>]*>|[XZQ][QJ]\d+[QJX]/g, (tag) => (random.next() < 0.5 ? '' : tag)),
  }),
  repeats: (answer, _source, random) => ({
    content: `${answer} `.repeat(random.pick([2, 3, 40])),
  }),
  'switches language': (answer, source, random) => ({
    content: random.pick([
      source,
      answer.replaceAll(words, 'дом'),
      answer.replaceAll(words, '房子'),
      'El coche es rojo.',
    ]),
  }),
  refuses: (_answer, _source, random) =>
    random.pick([
      { content: null, message: { refusal: 'I cannot help with that.' } },
      { content: 'I am sorry, but I cannot help with that request.' },
      { content: '', finish_reason: 'content_filter' },
    ]),
  'is cut off': (answer, _source, random) => ({
    content: answer.slice(0, random.integer(0, answer.length)),
    finish_reason: random.pick(['length', 'stop']),
  }),
  'returns Markdown': (answer, _source, random) => ({
    content: random.pick([
      `\`\`\`\n${answer}\n\`\`\``,
      `\`\`\`html\n${answer}\n\`\`\``,
      `**${answer}**`,
      `# ${answer}`,
      answer.replaceAll(/<b[^>]*>/g, '**').replaceAll('</b>', '**'),
      answer.replaceAll(pieces, (piece) => `\`${piece}\``),
    ]),
  }),
  'adds placeholders': (answer, _source, random) => {
    const added = random.pick([...ownPlaceholders, ...knownPlaceholders]);
    return {
      content: random.pick([`${answer} ${added}`, `${added} ${answer}`, answer.replace(' ', ` ${added} `)]),
    };
  },
  'returns two versions': (answer, _source, random) => ({
    content: random.pick([
      `${answer}\n\n${answer.toUpperCase()}`,
      `1. ${answer}\n2. ${answer}`,
      `${answer} (or: ${answer})`,
    ]),
  }),
};

export class MisbehavingModel {
  readonly #random: SeededRandom;
  /** How often each misbehaviour was chosen, and how often it behaved. */
  readonly counts = new Map<string, number>();
  /** If set, every second answer misbehaves in this way, and the others are good. */
  only: string | undefined;
  #answersSinceFailure = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  reply(body: Body) {
    const texts = textsIn(body);
    const answers = texts.map((text) => this.#answerTo(text));
    const failure = answers.find(({ content }) => content === null || content === '');
    const isJson = body.response_format !== undefined;
    const content = isJson ? inSchema(answers) : answers[0]?.content;
    const { message, finish_reason = 'stop' } = failure ?? answers[0] ?? {};
    return {
      status: 200,
      body: {
        choices: [{ finish_reason, message: { content: failure ? failure.content : content, ...message } }],
      },
    };
  }

  /**
   * Three calls that fail in a row would open the circuit breaker, and the model would not be asked for a while. A call
   * can take dozens of requests, so that many answers that can be read come between one failure and the next.
   */
  #answerTo(text: string): Answer {
    const name = this.#nextWay();
    const good = translate(text);
    const answer = misbehaviours[name]?.(good, text, this.#random) ?? { content: good };
    const isFailure =
      !answer.content?.trim() || answer.finish_reason === 'length' || isUnfinished(answer.content);
    if (isFailure && this.#answersSinceFailure < answersBetweenFailures) return this.#answerTo(text);
    this.#answersSinceFailure = isFailure ? 0 : this.#answersSinceFailure + 1;
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    return answer;
  }

  #nextWay(): string {
    const chance = this.#random.next();
    if (this.only !== undefined) return chance < 0.5 ? 'behaves' : this.only;
    return chance < 0.3 ? 'behaves' : this.#random.pick(Object.keys(misbehaviours));
  }
}

const answersBetweenFailures = 40;

const isUnfinished = (content: string) => content.includes('<think>') && !content.includes('</think>');

/** Before the text, in a request with options. */
const heading = /\n\n(?:Text to translate:|\[Source Text\])\n/;

function inSchema(answers: readonly Answer[]): string {
  return JSON.stringify({ translations: answers.map(({ content }, index) => ({ index, text: content })) });
}

/** As the templates put them, with and without options. */
function textsIn({ messages, response_format }: Body): string[] {
  const { content } = (messages as { role: string; content: string | { text: string }[] }[]).at(-1) ?? {};
  if (typeof content !== 'string') return (content ?? []).map(({ text }) => text);
  if (response_format !== undefined)
    return (JSON.parse(content) as { texts: { text: string }[] }).texts.map(({ text }) => text);
  const delimited = content.indexOf('<<<text>>>');
  if (delimited >= 0) return [content.slice(delimited + '<<<text>>>'.length)];
  const headed = heading.exec(content);
  return [content.slice(headed ? headed.index + headed[0].length : content.indexOf('\n\n') + 2)];
}
