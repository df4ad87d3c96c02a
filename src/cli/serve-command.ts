import type { Command } from 'commander';
import { type Config, openConfig } from '../config/config.ts';
import { createLogger, type Logger } from '../observability/logger.ts';
import { drainOnSignal } from './drain-on-signal.ts';
import { explainFailedStart } from './explain-failed-start.ts';
import { warnOfUnknownVariables } from './find-unknown-variables.ts';
import { type OutputOptions, print } from './print.ts';
import type { Environment } from './with-database.ts';

/** Starts the whole process. Passed in because only `wiring/` may import every folder. */
export type StartApp = (
  config: Config,
  logger: Logger,
) => Promise<{
  publicUrl: string;
  consoleUrl: string;
  opsUrl: string;
  dialectsUrl: string | undefined;
  drain(): Promise<void>;
}>;

export function addServeCommand(program: Command, env: Environment, startApp: StartApp): void {
  program
    .command('serve')
    .description('serve the API until SIGTERM')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const config = await openConfig(env);
      const logger = createLogger(config.logLevel);
      await warnOfUnknownVariables(env, config, logger);
      const app = await startApp(config, logger).catch((error: unknown) => {
        throw explainFailedStart(error, config);
      });
      drainOnSignal(app, logger);
      const others = [
        `console: ${named(config.signIn.consoleUrl, app.consoleUrl)}`,
        `operations: ${app.opsUrl}`,
        app.dialectsUrl && `other dialects: ${app.dialectsUrl}`,
      ];
      print(
        options,
        {
          ready: true,
          public: app.publicUrl,
          console: app.consoleUrl,
          ops: app.opsUrl,
          dialects: app.dialectsUrl,
        },
        `Dragoman is ready on ${named(config.publicUrl, app.publicUrl)} (${others.filter(Boolean).join(', ')})`,
      );
    });
}

/** The address that people use, if it is configured, and where the listener is. */
function named(configured: string | undefined, listening: string): string {
  return configured === undefined ? listening : `${configured} at ${listening}`;
}
