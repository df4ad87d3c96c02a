/** A server with engines that follow instructions (a language model, DeepL) behind ones that do not. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Env } from './command-line.ts';
import { type EngineServer, serverKey, startDeepl, startOpenai } from './engine-servers.ts';
import { openServer, type RunningServer } from './server-process.ts';
import { useTestDatabase } from './test-database.ts';

export interface Instructed {
  readonly server: RunningServer;
  readonly env: Env;
  readonly deepl: EngineServer;
  readonly openai: EngineServer;
  /** What the language model was told last: the rules, and the data that they are about. */
  lastAsked(): { rules: string; data: { instructions?: string[]; texts: { text: string }[] } };
}

/**
 * English to German: DeepL first, with languages that were not asked for, then the model. English to Spanish: only Apertium. French to German: the model.
 * Spanish to Hungarian: Apertium to English, then the model.
 */
export function useInstructedServer(more: Record<string, string> = {}): Instructed {
  const database = useTestDatabase();
  const parts: Partial<Omit<Instructed, 'lastAsked'>> = {};
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-instructions-'));
    const [deepl, openai] = await Promise.all([startDeepl(), startOpenai()]);
    const config = join(folder, 'dragoman.yaml');
    await writeFile(
      config,
      `engines:
  apertium: {}
  deepl: { url: "${deepl.url}", key_env: ENGINE_KEY, languages: [en, de] }
  llm: { type: openai, url: "${openai.url}/v1", key_env: ENGINE_KEY, model: test-model, languages: [en, fr, de, hu] }
  deepl-asked: { type: deepl, url: "${deepl.url}", key_env: ENGINE_KEY }
`,
    );
    const env = { DATABASE_URL: database.url, DRAGOMAN_CONFIG: config, ENGINE_KEY: serverKey, ...more };
    Object.assign(parts, { deepl, openai, env, server: await openServer(env) });
  });
  afterAll(async () => {
    expect(await parts.server?.stop()).toBe(0);
    await Promise.all([parts.deepl, parts.openai].map((each) => each?.[Symbol.asyncDispose]()));
    await rm(folder, { recursive: true });
  });
  const lastAsked: Instructed['lastAsked'] = () => {
    const { messages = [] } = (parts.openai?.asked.at(-1) ?? {}) as { messages?: { content: string }[] };
    return { rules: messages[0]?.content ?? '', data: JSON.parse(messages[1]?.content ?? '{}') };
  };
  return Object.defineProperties({ lastAsked } as Instructed, {
    ...Object.fromEntries(
      (['server', 'env', 'deepl', 'openai'] as const).map((name) => [name, { get: () => parts[name] }]),
    ),
  });
}
