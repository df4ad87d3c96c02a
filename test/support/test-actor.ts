import type { Actor } from '../../src/lib/actor.ts';

/** Who a test is in the audit log, where it changes something without HTTP or the command line. */
export const testActor: Actor = { type: 'command_line', name: 'test' };
