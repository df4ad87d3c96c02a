import { userInfo } from 'node:os';
import type { Actor } from '../lib/actor.ts';

/** Who runs this command, for the audit log. */
export function commandLineActor(): Extract<Actor, { type: 'command_line' }> {
  return { type: 'command_line', name: userName() };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the process may run under an id that no user has.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
