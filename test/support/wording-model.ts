/**
 * A chat server for the template `json` whose model translates by upper case, edits by correcting "are", and writes an
 * alternative by adding its number.
 */
import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Env } from './command-line.ts';
import {
  type Body,
  completionOf,
  type EngineServer,
  serve,
  textsAsked,
  translated,
} from './engine-servers.ts';

/** What the instruction asks for. */
interface Asked {
  readonly isEdit: boolean;
  /** 0 for the translation itself. */
  readonly alternative: number;
  readonly instruction: string;
}

interface WordingModel extends EngineServer {
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

async function startWordingModel(): Promise<WordingModel> {
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

interface ModelOfFile {
  /** For the server. */
  readonly env: Env;
  readonly model: WordingModel;
}

/** Call it before the server is started. `engines` is the file's YAML, for a model at this URL. */
export function useWordingModel(engines: (url: string) => string): ModelOfFile {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-wording-'));
  const config = join(folder, 'dragoman.yaml');
  let model: WordingModel | undefined;
  beforeAll(async () => {
    model = await startWordingModel();
    await writeFile(config, engines(`${model.url}/v1`));
  });
  afterEach(() => {
    if (model !== undefined) Object.assign(model, { write: undefined, misbehave: undefined });
  });
  afterAll(async () => {
    await model?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  return {
    env: { DRAGOMAN_CONFIG: config },
    get model() {
      if (model === undefined) throw new Error('the model is not started yet');
      return model;
    },
  };
}
