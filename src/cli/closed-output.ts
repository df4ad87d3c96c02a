import { reportFailure } from './report-failure.ts';

/** What a shell reports for a command that SIGPIPE ended. Node ignores that signal, and gets an error instead. */
const brokenPipe = 141;

/**
 * Ends a command without a word when the reader of its output has stopped, as `head` does: there is nobody left to write to.
 * A server or a worker writes nothing to its output but where it listens, when it has started. Losing the reader of standard
 * error, where the log goes, ends nothing.
 */
export function endWithItsReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(brokenPipe);
    // A full disk, for example.
    process.exit(reportFailure(error, false));
  });
  process.stderr.on('error', () => undefined);
}
