import { tIn } from '../lib/messages.ts';

/** States of an engine over all nodes, with the class of their colour. */
export const engineStates = () => ({
  healthy: { words: tIn('state of an engine', 'Healthy'), tone: 'good' },
  degraded: { words: tIn('state of an engine', 'Down on some nodes'), tone: 'warn' },
  down: { words: tIn('state of an engine', 'Down'), tone: 'bad' },
  unknown: { words: tIn('state of an engine', 'Not checked yet'), tone: 'quiet' },
});
