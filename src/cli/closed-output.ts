import { reportFailure } from './report-failure.ts';

/** What a shell reports for a command that SIGPIPE ended. Node ignores that signal, and gets an error instead. */
const brokenPipe = 141;

/**
 * Ends the process without a word when the reader of its output has stopped, as `head` does: there is nobody left
 * to write to. What is said on standard error may be lost, and the command continues.
 */
export function endWithItsReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(brokenPipe);
    // A full disk, for example.
    process.exit(reportFailure(error, false));
  });
  process.stderr.on('error', () => undefined);
}
