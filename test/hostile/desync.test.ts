import { beforeAll, describe, expect, test } from 'vitest';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { checkAnswer } from './check-answer.ts';
import { converse } from './converse.ts';
import { chunkCases } from './raw-cases/chunks.ts';
import { contentTypeCases } from './raw-cases/content-types.ts';
import { framingCases } from './raw-cases/framing.ts';
import { headerCases } from './raw-cases/headers.ts';
import { protocolCases } from './raw-cases/protocols.ts';
import { keyHere, type RawCase } from './raw-cases/raw-case.ts';
import { targetCases } from './raw-cases/targets.ts';
import { errorsIn } from './report.ts';

const context = useServer();
let key: string;

beforeAll(async () => {
  key = (await createKey(context.env, await createTeamForLoad(context.env))).plain;
});

const groups: Readonly<Record<string, readonly RawCase[]>> = {
  'where a message ends': framingCases,
  chunks: chunkCases,
  headers: headerCases,
  'request lines': targetCases,
  'other protocols': protocolCases,
  'content types': contentTypeCases,
};

/** Statuses that the cases expect, whatever their code: that is checked by the shape of the answer. */
const anyOutcome = (status: number) => ({ outcomes: [status, ...codesOf(status)], isHead: false });

function codesOf(status: number): string[] {
  const codes: Record<number, string[]> = {
    400: ['invalid_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    405: ['method_not_allowed'],
    413: ['payload_too_large'],
    415: ['unsupported_media_type'],
    431: ['headers_too_large'],
  };
  return codes[status] ?? [];
}

describe.each(Object.entries(groups))('%s', (_group, cases) => {
  test.concurrent.each(cases)(
    '$name: answered $answers, closed: $isClosed',
    async ({ packets, answers, isClosed, isInTurn }) => {
      const bytes = packets.map((packet) => Buffer.from(packet.replaceAll(keyHere, key), 'latin1'));
      const conversation = await converse(
        context.server.port,
        bytes,
        { answers: answers.length, isClosed },
        isInTurn,
      );
      expect(conversation.answers.map(({ status }) => status)).toEqual(answers);
      expect(conversation.isClosed).toBe(isClosed);
      expect(conversation.hasUnreadBytes).toBe(false);
      for (const [i, answer] of conversation.answers.entries()) {
        expect(checkAnswer(answer, anyOutcome(answers[i] ?? 0)).faults).toEqual([]);
      }
    },
  );
});

test('no hidden request was ever carried out, and the log shows the ones that were not hidden', async () => {
  const methods = () => loggedMethods(context.server.log());
  const all = Object.values(groups).flat();
  const inOrder = all.reduce(
    (sum, { answers }) => sum + answers.filter((status) => status === 405).length,
    0,
  );
  expect(all.filter(({ packets }) => packets.join('').includes('UNLINK /health')).length).toBeGreaterThan(60);
  await expect.poll(() => methods().filter((method) => method === 'LINK').length).toBe(inOrder);
  expect(methods().filter((method) => method === 'UNLINK')).toEqual([]);
  expect(inOrder).toBeGreaterThan(5);
});

test('the server is well, and nothing of this was an error to it', async () => {
  expect((await fetch(`${context.server.url}/health`)).status).toBe(200);
  expect(errorsIn(context.server.log())).toEqual([]);
});

function loggedMethods(log: string): (string | undefined)[] {
  return logLines(log).map(({ method }) => method);
}

function logLines(log: string): { level?: string; method?: string }[] {
  return log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level?: string; method?: string });
}
