/** Starts a process: the command line, or the server that its command `serve` asks for. */
import { buildProgram } from './cli/program.ts';
import { reportFailure } from './cli/report-failure.ts';
import type { StartApp } from './cli/serve-command.ts';

// Loaded only when it is needed: the server's dictionaries take longer to read than most commands to run.
const startApp: StartApp = async (config, logger) => (await import('./app.ts')).startApp(config, logger);

try {
  await buildProgram(process.env, startApp).parseAsync(process.argv);
} catch (error) {
  process.exitCode = reportFailure(error, process.argv.includes('--json'));
}
