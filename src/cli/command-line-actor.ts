import { userInfo } from 'node:os';
import type { Actor } from '../lib/actor.ts';

/** The operating-system user that runs this command, for the audit log. */
export function commandLineActor(): Extract<Actor, { type: 'command_line' }> {
  return { type: 'command_line', name: userName() };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the process may run under a user ID that has no user name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
