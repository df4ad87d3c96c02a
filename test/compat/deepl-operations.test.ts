/** Every operation of the DeepL API on a running server: the fields of its answers, or a refusal by name. */
import { beforeAll, describe, expect, test } from 'vitest';
import listed from '../../docs/call/deepl-operations.json' with { type: 'json' };
import { documentsEnv } from '../support/document-client.ts';
import { useInstructedServer } from '../support/instructed-server.ts';
import { newTeam } from '../support/team-api.ts';
import { DeeplExchanges, type Exchange } from './support/deepl-exchange.ts';
import { answeredFields, fieldsOf, otherAnswers } from './support/deepl-fields.ts';
import { callEveryOperation } from './support/deepl-journey.ts';
import { PublishedSchemas } from './support/published-schemas.ts';

const rig = useInstructedServer(documentsEnv().env);
let calls: DeeplExchanges;

beforeAll(async () => {
  calls = new DeeplExchanges(rig.server.url, (await newTeam(rig.server.url, rig.env)).key);
  await callEveryOperation(calls);
});

const byStatus = (wanted: string) => listed.operations.filter(({ status }) => status === wanted);
const of = (operation: string) => calls.all.filter((each) => each.operation === operation);
const succeeded = ({ status }: Exchange) => status >= 200 && status < 300;

describe.each(byStatus('supported').map(({ operation }) => operation))('%s', (operation) => {
  test('is called, succeeds, and has a trace id', () => {
    expect(of(operation)).not.toEqual([]);
    expect(of(operation).filter((each) => !succeeded(each))).toEqual([]);
    for (const { traceId } of of(operation)) expect(traceId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('answers with exactly its fields', () => {
    const wanted = answeredFields[operation];
    if (wanted === undefined) {
      const type = operation.startsWith('DELETE ') ? '' : otherAnswers[operation];
      expect(of(operation).map(({ answerType }) => answerType)).toEqual(of(operation).map(() => type));
      return;
    }
    const found = new Map<string, Set<string>>();
    for (const { answer } of of(operation)) fieldsOf(answer, found);
    const types = Object.fromEntries([...found].map(([name, each]) => [name, [...each].join(' or ')]));
    const mayBeMissing = Object.keys(wanted).filter(
      (name) => name.endsWith('?') && !(name.slice(0, -1) in types),
    );
    const expected = Object.entries(wanted).filter(([name]) => !mayBeMissing.includes(name));
    expect(types).toEqual(Object.fromEntries(expected.map(([name, type]) => [name.replace('?', ''), type])));
  });
});

test.each(byStatus('refused by name').map(({ operation, feature = '' }) => [operation, feature]))(
  '%s is refused by name',
  async (operation, feature) => {
    const { status, answer } = await new DeeplExchanges(rig.server.url, calls.key).send(operation);
    expect([status, JSON.stringify(answer)]).toEqual([404, expect.stringContaining(`${feature} `)]);
    expect(JSON.stringify(answer)).toContain('not offered by this server');
  },
);

/**
 * A limit of 0 for speech would look like a used-up one. Of a glossary, the document describes the answers like the
 * requests; the libraries read `entry_count`, and entries inside `dictionaries`.
 */
const fieldsNotAnswered = [
  ...['milliseconds_count', 'milliseconds_limit', 'minutes_count', 'minutes_limit'].map(
    (name) => `GET /v2/usage speech_to_text_${name}`,
  ),
  ...[
    'POST /v3/glossaries ',
    'GET /v3/glossaries glossaries[].',
    'GET /v3/glossaries/{glossary_id} ',
    'PATCH /v3/glossaries/{glossary_id} ',
  ].flatMap((place) => ['entries', 'entries_format'].map((name) => `${place}dictionaries[].${name}`)),
  ...['source_lang', 'target_lang', 'entries', 'entries_format'].map(
    (name) => `GET /v3/glossaries/{glossary_id}/entries ${name}`,
  ),
];

const file = process.env.DEEPL_OPENAPI;

// DeepL's document is not in this repository: its path is given where it is wanted.
if (file !== undefined) {
  describe('against the document that DeepL publishes', () => {
    const published = new PublishedSchemas(file);

    test('the list has its operations, and no others', () => {
      expect(listed.version).toBe(published.version);
      expect(listed.operations.map(({ operation }) => operation).toSorted()).toEqual(
        published.operations.toSorted(),
      );
    });

    test('every request and answer is valid', () => {
      const problems = calls.all.flatMap((each) =>
        published.problemsOf(each).map((problem) => `${each.operation}: ${problem}`),
      );
      expect(new Set(problems)).toEqual(new Set());
    });

    test('every member of a request is accepted, except those of translation memories', () => {
      const missing = byStatus('supported').flatMap(({ operation }) => {
        const sent = new Set(of(operation).flatMap(({ members = {} }) => Object.keys(members)));
        return [...published.requestMembers(operation)]
          .filter((name) => !sent.has(name))
          .map((name) => `${operation} ${name}`);
      });
      expect(missing).toEqual([
        'POST /v2/translate translation_memory_id',
        'POST /v2/document translation_memory_id',
      ]);
    });

    test('every field of an answer is there, except those of speech and those that no library reads', () => {
      const missing = byStatus('supported').flatMap(({ operation }) => {
        const seen = new Map<string, Set<string>>();
        for (const { answer } of of(operation)) fieldsOf(answer, seen);
        return [...published.answeredFields(operation)]
          .filter((name) => !seen.has(name))
          .map((name) => `${operation} ${name}`);
      });
      expect(missing).toEqual(fieldsNotAnswered);
    });
  });
}
