/** Mistakes in streamed calls. */
import type { Mutation, NamedTest } from './mutation.ts';

const ledger: NamedTest = { project: 'integration', files: ['test/integration/streamed-calls.test.ts'] };
const order: NamedTest = { project: 'unit', files: ['src/gateway/stream-call.test.ts'] };

export const streamMutations: readonly Mutation[] = [
  {
    name: 'what a streamed call did not send stays held',
    in: { sqlFunction: 'settle_stream' },
    edits: [['PERFORM release_hold(team, stream);', '']],
    test: ledger,
  },
  {
    name: 'after a crash, nothing of a streamed call is charged',
    in: { sqlFunction: 'settle_stream' },
    edits: [['amounts := recorded.line_characters;', "amounts := '{}';"]],
    test: ledger,
  },
  {
    name: 'a streamed call goes on after its key was revoked',
    in: { sqlFunction: 'settle_streams' },
    edits: [['(key IS NULL OR h.key_id = key)', 'key IS NULL']],
    test: ledger,
  },
  {
    name: 'credit that a streamed call has spent is taken back',
    in: { sqlFunction: 'add_credit' },
    edits: [['IF amount < 0 THEN', 'IF false THEN']],
    test: ledger,
  },
  {
    name: 'a lower quota makes free what a streamed call has sent',
    in: { file: 'src/store/postgres/ledger.ts' },
    edits: [['WHERE team_id = $1 AND quota > $2', 'WHERE team_id = $1 AND quota < $2']],
    test: ledger,
  },
  {
    name: 'a suspension makes free what a streamed call has sent',
    in: { file: 'src/store/postgres/suspensions.ts' },
    edits: [['  await settleStreams(connection, teamId);\n', '']],
    test: ledger,
  },
  {
    name: 'housekeeping settles a streamed call that is still under way',
    in: { file: 'src/store/postgres/streamed-calls.ts' },
    edits: [['WHERE expires_at < statement_timestamp() ORDER', 'WHERE true ORDER']],
    test: ledger,
  },
  {
    name: 'a part is sent although it could not be recorded',
    in: { file: 'src/gateway/stream-call.ts' },
    edits: [['if (!isRecorded) return', 'if (isRecorded === undefined) return']],
    test: order,
  },
  {
    name: 'a part that the client did not get is charged',
    in: { file: 'src/gateway/stream-call.ts' },
    edits: [
      [
        'if (!reader.send(next.value)) return',
        'usage.add(next.value);\n    if (!reader.send(next.value)) return',
      ],
    ],
    test: order,
  },
];
