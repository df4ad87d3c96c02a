import type { Command } from 'commander';
import { type Config, loadConfig } from '../config/config.ts';
import { OperatorError } from '../lib/errors.ts';
import { createLogger, type Logger } from '../observability/logger.ts';
import { drainOnSignal } from './drain-on-signal.ts';
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
      const config = loadConfig(env);
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

function explainTakenPort(error: unknown, config: Config): unknown {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code !== 'EADDRINUSE') return error;
  const [setting] =
    Object.entries({
      DRAGOMAN_OPS_PORT: config.opsPort,
      DRAGOMAN_CONSOLE_PORT: config.consolePort,
      DRAGOMAN_PUBLIC_PORT: config.publicPort,
      DRAGOMAN_DIALECTS_PORT: config.dialects?.port,
    }).find(([, configured]) => configured === port) ?? [];
  return new OperatorError(
    `Port ${port} is taken: another program listens there.`,
    setting === undefined
      ? 'Stop it, or choose another port.'
      : `Stop it, or choose another port with ${setting}.`,
    { cause: error },
  );
}
