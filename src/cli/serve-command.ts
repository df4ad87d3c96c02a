import type { Command } from 'commander';
import { type Config, openConfig } from '../config/config.ts';
import { createLogger, type Logger } from '../observability/logger.ts';
import { drainOnSignal } from './drain-on-signal.ts';
import { explainTakenPort } from './explain-taken-port.ts';
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
      const app = await startApp(config, logger).catch((error: unknown) => {
        throw explainTakenPort(error, config);
      });
      drainOnSignal(app, logger);
      const others = [
        `console: ${app.consoleUrl}`,
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
        `Dragoman is ready on ${app.publicUrl} (${others.filter(Boolean).join(', ')})`,
      );
    });
}
