import { hostname } from 'node:os';
import { uuidV7 } from '../lib/uuid-v7.ts';
import type { NodeIdentity } from '../store/postgres/nodes.ts';
import { productVersion } from '../version.ts';

/** Who this process is, for its reports. */
export function describeProcess(): NodeIdentity {
  return {
    id: uuidV7(),
    host: hostname(),
    processId: process.pid,
    version: productVersion,
    startedAt: new Date(),
  };
}
