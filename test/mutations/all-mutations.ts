import { balanceMutations } from './balance-mutations.ts';
import { chargeMutations } from './charge-mutations.ts';
import { keyMutations } from './key-mutations.ts';
import { meteringMutations } from './metering-mutations.ts';
import type { Mutation } from './mutation.ts';
import { streamMutations } from './stream-mutations.ts';

export const allMutations: readonly Mutation[] = [
  ...chargeMutations,
  ...balanceMutations,
  ...keyMutations,
  ...meteringMutations,
  ...streamMutations,
];
