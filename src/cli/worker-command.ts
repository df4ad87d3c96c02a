import type { Command } from 'commander';
import { type Config, openConfig } from '../config/config.ts';
import { createLogger, type Logger } from '../observability/logger.ts';
import { drainOnSignal } from './drain-on-signal.ts';
import { explainFailedStart } from './explain-failed-start.ts';
import { warnOfUnknownVariables } from './find-unknown-variables.ts';
import { type OutputOptions, print } from './print.ts';
import type { Environment } from './with-database.ts';

/** Starts the process. Passed in because only `wiring/` may import every folder. */
export type StartWorker = (
  config: Config,
  logger: Logger,
) => Promise<{ opsUrl: string; drain(): Promise<void> }>;

export function addWorkerCommand(program: Command, env: Environment, startWorker: StartWorker): void {
  program
    .command('worker')
    .description('translate documents until SIGTERM, without serving the API')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const config = await openConfig(env);
      const logger = createLogger(config.logLevel);
      await warnOfUnknownVariables(env, config, logger);
      const worker = await startWorker(config, logger).catch((error: unknown) => {
        throw explainFailedStart(error, config);
      });
      drainOnSignal(worker, logger);
      const workers = Math.max(1, config.documents.workers);
      print(
        options,
        { ready: true, workers, ops: worker.opsUrl },
        `Dragoman translates documents, ${workers} at once (operations: ${worker.opsUrl})`,
      );
    });
}
