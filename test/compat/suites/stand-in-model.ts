/**
 * A stand-in for a language model that knows the sentences of a suite and returns nearly every other text unchanged. It reads
 * requests of the templates `json` and `translategemma`.
 */
import {
  type Body,
  completionOf,
  type EngineServer,
  serve,
  textsAsked,
} from '../../support/engine-servers.ts';
import type { ExampleSentences } from './example-sentences.ts';

interface Asked {
  readonly target: string;
  /** The system message of `json`; empty for `translategemma`. */
  readonly task: string;
  readonly hasInstructions: boolean;
}

const greeting = { text: 'How are you?', formal: 'Wie geht es Ihnen?', informal: 'Wie geht es dir?' };
/** For a test that wants any translation at all. */
const hello = { text: 'Hello, world!', translation: 'Hallo, Welt!' };

export const startStandInModel = (sentences: ExampleSentences): Promise<EngineServer> =>
  serve((method, _path, body) => {
    if (method === 'GET') return { status: 200, body: { object: 'list', data: [] } };
    return { status: 200, body: answer(body, sentences) };
  });

function answer({ messages }: Body, sentences: ExampleSentences) {
  const [first, second] = messages as { role: string; content: unknown }[];
  if (Array.isArray(first?.content)) {
    const [{ text, target_lang_code: target }] = first.content;
    const translation = translate(text, { target, task: '', hasInstructions: false }, sentences);
    return completionOf([], {}, { content: translation });
  }
  const task = String(first?.content);
  const user = String(second?.content);
  // "from English (en) to German (de)", or "in German (de)".
  const target = /^.*?\. The user/.exec(task)?.[0].match(/\(([\w-]+)\)(?!.*\()/)?.[1] ?? '';
  const asked = { target, task, hasInstructions: 'instructions' in JSON.parse(user) };
  const texts = textsAsked([{ role: 'user', content: user }]);
  return completionOf(texts.map(({ index, text }) => ({ index, text: translate(text, asked, sentences) })));
}

function translate(text: string, asked: Asked, sentences: ExampleSentences): string {
  const lines = text.split('\n').map((line) => translateLine(line, asked, sentences));
  return lines.join('\n');
}

function translateLine(line: string, { target, task, hasInstructions }: Asked, sentences: ExampleSentences) {
  if (task.startsWith('You edit')) return edit(line, task, sentences);
  const language = target.split('-')[0] ?? '';
  if (sentences.phrases.has(line.trim())) return sentences.byLanguage.get(language) ?? line;
  // A suite compares the translations with and without instructions.
  if (hasInstructions) return `${line} Ok.`;
  if (language !== 'de') return line;
  if (line === greeting.text) return task.includes(' informally') ? greeting.informal : greeting.formal;
  if (line === hello.text) return hello.translation;
  // A suite compares a document with its translation.
  return (
    sentences.headings.get(line.trim()) ??
    line.replace(/^This is\b/, 'Das ist').replace(/^Example\b/, 'Beispiel:')
  );
}

function edit(line: string, task: string, { edits }: ExampleSentences): string {
  if (line !== edits?.text) return line;
  const wording = [...edits.byWording].find(([name]) => task.includes(` ${name} `));
  return wording?.[1] ?? line;
}
