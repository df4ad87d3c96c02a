/** Runs the test suite of a DeepL client library against a server of its own: scripts/deepl-suites. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { scopes } from '../../../src/auth/scopes.ts';
import { migrate } from '../../../src/store/postgres/migrate.ts';
import { documentsEnv } from '../../support/document-client.ts';
import { createDatabase, databaseUrl, dropDatabase, randomDatabaseName } from '../../support/postgres.ts';
import { createKey, createTeamForLoad } from '../../support/seed.ts';
import { startServer } from '../../support/server-process.ts';
import { type ExampleSentences, readExampleSentences } from './example-sentences.ts';
import { readJunitReport } from './junit-report.ts';
import { startStandInModel } from './stand-in-model.ts';

const { values, positionals: command } = parseArgs({
  allowPositionals: true,
  options: {
    library: { type: 'string' },
    report: { type: 'string' },
    indonesian: { type: 'string', default: 'english' },
  },
});
const { library, report, indonesian } = values;
if (
  library === undefined ||
  report === undefined ||
  !['english', 'full'].includes(indonesian) ||
  !command[0]
) {
  console.error(
    'usage: deepl-suites --library FOLDER --report JUNIT_XML [--indonesian english|full] -- COMMAND',
  );
  process.exit(2);
}

/** Targets with formality, style rules and rephrasing. The suites need languages without them, too. */
const general = ['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'zh'];

/**
 * As JSON, which is YAML. `english` offers Indonesian only to English: with every target, short texts are more easily
 * detected as Indonesian.
 */
function engineFile(url: string, { byLanguage }: ExampleSentences): string {
  const others = [...byLanguage.keys()].filter((language) => language !== 'id');
  const engine = { type: 'openai', url: `${url}/v1`, model: 'stand-in' };
  const translating = { ...engine, template: 'translategemma' };
  const pairs = [...others.map((language) => `${language}-id`), 'id-en'];
  const engines = {
    general: { ...engine, template: 'json', markup: true, languages: general },
    translating: { ...translating, languages: indonesian === 'full' ? [...others, 'id'] : others },
    ...(indonesian === 'english' && { indonesian: { ...translating, pairs } }),
  };
  return JSON.stringify({
    engines,
    routes: [{ from: '*', to: '*', engines: Object.keys(engines), pivot: false }],
  });
}

/** `localhost`, because that is the host for which the suite of Node mocks answers. */
function runCommand(port: number, key: string): Promise<number | null> {
  const [file = '', ...args] = command;
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DEEPL_SERVER_URL: `http://localhost:${port}`,
    DEEPL_AUTH_KEY: key,
  };
  for (const name of Object.keys(env)) if (/^DEEPL_(MOCK|PROXY)_/.test(name)) delete env[name];
  const child = spawn(file, args, { cwd: library, env, stdio: 'inherit' });
  // An interrupted run ends the suite only, so that what follows it cleans up.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  return new Promise((done, fail) => child.on('exit', done).on('error', fail));
}

async function main(folder: string, reportPath: string): Promise<void> {
  const sentences = readExampleSentences(folder);
  const temporary = mkdtempSync(join(tmpdir(), 'dragoman-suites-'));
  const config = join(temporary, 'dragoman.yaml');
  const documents = documentsEnv();
  const database = randomDatabaseName();
  const env = {
    ...documents.env,
    DATABASE_URL: databaseUrl(database),
    DRAGOMAN_CONFIG: config,
    DRAGOMAN_LOG_LEVEL: 'warn',
  };
  rmSync(reportPath, { recursive: true, force: true });
  await createDatabase(database);
  try {
    await using model = await startStandInModel(sentences);
    writeFileSync(config, engineFile(model.url, sentences));
    await migrate(env.DATABASE_URL);
    const server = await startServer(env);
    try {
      const { plain } = await createKey(env, await createTeamForLoad(env), scopes.join(','));
      await runCommand(server.port, plain);
    } finally {
      await server.stop();
    }
  } finally {
    await dropDatabase(database);
    for (const each of [temporary, documents.folder]) rmSync(each, { recursive: true, force: true });
  }
  const { tests, passed, failed, skipped } = readJunitReport(reportPath);
  console.log('\n| tests | passed | failed | skipped |\n|---|---|---|---|');
  console.log(`| ${tests} | ${passed} | ${failed.length} | ${skipped} |\n`);
  for (const name of failed) console.log(`failed: ${name}`);
}

await main(resolve(library), resolve(library, report));
