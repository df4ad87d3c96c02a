import { totalmem } from 'node:os';

/** The memory of the machine, or of the container, whose limit counts if it is lower. */
export function machineMemoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
