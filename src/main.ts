/** Starts a process: a command, or the server or worker that the command starts. */
import { endWithItsReader } from './cli/closed-output.ts';
import { buildProgram } from './cli/program.ts';
import { reportFailure } from './cli/report-failure.ts';
import type { StartApp } from './cli/serve-command.ts';
import type { StartWorker } from './cli/worker-command.ts';
import { productVersion } from './version.ts';

// Loaded on demand: the server's dictionaries take longer to load than most commands take to run.
const startApp: StartApp = async (config, logger) =>
  (await import('./wiring/start-app.ts')).startApp(config, logger);
const startWorker: StartWorker = async (config, logger) =>
  (await import('./wiring/start-worker.ts')).startWorker(config, logger);

endWithItsReader();
try {
  await buildProgram(process.env, productVersion, startApp, startWorker).parseAsync(process.argv);
} catch (error) {
  process.exitCode = reportFailure(error, process.argv.includes('--json'));
}
