/**
 * Errors that would have ended the process. Vitest catches them for its report, and would fail the run but
 * not the test during which they occurred.
 */
export function noteUncaughtErrors(): Disposable & { readonly errors: readonly string[] } {
  const errors: string[] = [];
  const note = (error: Error & { code?: string }) => void errors.push(error.code ?? error.message);
  process.on('uncaughtExceptionMonitor', note);
  return { errors, [Symbol.dispose]: () => void process.off('uncaughtExceptionMonitor', note) };
}
