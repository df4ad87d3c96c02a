import { type Command, InvalidArgumentError } from 'commander';
import { giveCredit } from '../accounts/credit.ts';
import { OperatorError, type ProblemCode } from '../lib/errors.ts';
import { lookUpCall } from '../metering/ledger-operations.ts';
import { addAudit } from './audit-command.ts';
import { commandLineActor } from './command-line-actor.ts';
import { addCreditListCommand } from './credit-list-command.ts';
import { teamArgument, teamIdOf } from './find-team.ts';
import { parseReason } from './parse-reason.ts';
import { count, facts, type OutputOptions, print } from './print.ts';
import { wholeNumber } from './whole-number.ts';
import { type Environment, withDatabase } from './with-database.ts';

export function addLedgerCommands(program: Command, env: Environment): void {
  addCredit(program, env);
  addAudit(program, env);
  addCall(program, env);
}

interface CreditOptions {
  readonly team: string;
  readonly characters: number;
  readonly reason: string;
  readonly entry?: string;
}

function addCredit(program: Command, env: Environment): void {
  const credit = program.command('credit').description('manage the prepaid characters of a team');
  addCreditListCommand(credit, env);
  credit
    .command('add')
    .description('add credit to a team; a negative number removes credit')
    .requiredOption('--team <team>', teamArgument)
    .requiredOption('--characters <number>', 'how many characters', parseAmount)
    .requiredOption('--reason <text>', 'reason, recorded in the ledger', parseReason)
    .option(
      '--entry <uuid>',
      'your own id of this entry; repeated with the same id, the command adds nothing',
    )
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions & CreditOptions) => {
      const { team, characters: amount, reason, entry: chosen } = options;
      const given = await withDatabase(env, async (db) => {
        const teamId = await teamIdOf(db, team);
        return giveCredit(db, { teamId, amount, reason, entry: chosen }, commandLineActor());
      });
      if (!given.ok)
        throw new OperatorError(given.problem.detail, remedies[given.problem.code] ?? 'Run: dragoman doctor');
      const { entry, credit: left, isRepeated } = given.value;
      const human = `${isRepeated ? 'This entry already exists; nothing was added. ' : ''}Credit left: ${count(left)} characters`;
      print(options, { credit: { entry, left, repeated: isRepeated } }, human);
    });
}

const remedies: Partial<Record<ProblemCode, string>> = {
  not_found: 'Run: dragoman team list',
  invalid_request: 'Generate one for --entry, for example with uuidgen, or leave it out.',
  conflict: 'The credit was not changed.',
};

function addCall(program: Command, env: Environment): void {
  program
    .command('call')
    .description('show single calls')
    .command('show')
    .description('show the charged call with this X-Request-Id')
    .argument('<id>', 'the request id')
    .option('--json', 'print JSON')
    .action(async (id: string, options: OutputOptions) => {
      const call = await withDatabase(env, (db) => lookUpCall(db, id));
      if (call === undefined) {
        throw new OperatorError(
          'No call with this id was charged.',
          'It was refused, it failed, or its client disconnected. Look for its requestId in the log of the node.',
        );
      }
      const human = facts([
        ['Call', call.id],
        ['Team', call.teamId],
        ['Key', `${call.keyId} (${call.mode})`],
        ['Dialect', call.dialect],
        ['Charged', call.chargedAt.toISOString()],
        [
          'Characters',
          `${count(call.characters)} (${count(call.fromQuota)} from quota, ${count(call.fromCredit)} from credit)`,
        ],
        ['Languages', `${call.sourceLangs.join(', ')} → ${call.targetLang}`],
        ['Engines', call.engines.join(', ')],
      ]);
      print(options, { call }, human);
    });
}

function parseAmount(value: string): number {
  const amount = value.startsWith('-') ? -wholeNumber(value.slice(1)) : wholeNumber(value);
  if (!Number.isSafeInteger(amount) || amount === 0) {
    throw new InvalidArgumentError('Credit is a whole number of characters other than 0.');
  }
  return amount;
}
