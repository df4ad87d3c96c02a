/**
 * A chat server for the template `json` whose model translates by upper case, edits by correcting "are", and writes an
 * alternative by adding its number.
 */
import {
  type Body,
  completionOf,
  type EngineServer,
  serve,
  textsAsked,
  translated,
} from './engine-servers.ts';

/** What the instruction asks for. */
export interface Asked {
  readonly isEdit: boolean;
  /** 0 for the translation itself. */
  readonly alternative: number;
  readonly instruction: string;
}

export interface WordingModel extends EngineServer {
  /** Instead of the usual answer to a text. */
  write: ((text: string, asked: Asked) => string) | undefined;
}

type Messages = { role: string; content: string }[];

export function askedFor(body: Body): Asked {
  const instruction = (body.messages as Messages)[0]?.content ?? '';
  const signs = ['synonyms', 'build the sentences', 'more freely'];
  return {
    isEdit: instruction.startsWith('You edit'),
    alternative: signs.findIndex((sign) => instruction.includes(sign)) + 1,
    instruction,
  };
}

/** Tags and tokens stay as they are. */
const inUpperCase = (text: string) =>
  text.replaceAll(/<[^>]*>|[^<]+/g, (part) => (part.startsWith('<') ? part : part.toUpperCase()));

function usualAnswer(text: string, { isEdit, alternative }: Asked): string {
  if (isEdit) return text.replaceAll(/\bare\b/g, 'is');
  const translation = text.includes('<') ? inUpperCase(text) : translated(text);
  return alternative === 0 ? translation : `${translation} ${alternative}.`;
}

export async function startWordingModel(): Promise<WordingModel> {
  const server = await serve((method, _path, body) => {
    if (method === 'GET') return { status: 200, body: {} };
    const asked = askedFor(body);
    const write = model.write ?? usualAnswer;
    const answers = textsAsked(body.messages as Messages).map(({ index, text }) => ({
      index,
      text: write(text, asked),
    }));
    return { status: 200, body: completionOf(answers) };
  });
  const model: WordingModel = Object.assign(server, { write: undefined });
  return model;
}
