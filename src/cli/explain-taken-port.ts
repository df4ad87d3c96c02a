import type { Config } from '../config/config.ts';
import { OperatorError } from '../lib/errors.ts';

/** Names the setting of a port on which another program listens. Other errors are returned as they are. */
export function explainTakenPort(error: unknown, config: Config): unknown {
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
