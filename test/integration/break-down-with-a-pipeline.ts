/** Starts a pipeline, stops it as a debugger or a full disk would, prints its group and dies of an exception. */
import { PipelinePool } from '../../src/engines/apertium/pipeline-pool.ts';
import { pipelineGroups, signal } from '../support/process-table.ts';

const silent = () => undefined;
const logger = { debug: silent, info: silent, warn: silent, error: silent };
const pool = new PipelinePool({ command: 'cat | cat', size: 1, pair: 'en>es', logger });
await pool.translate(['a'], new AbortController().signal);
const [group = 0] = pipelineGroups(process.pid).keys();
signal(-group, 'SIGSTOP');
process.stdout.write(String(group), () => {
  throw new Error('this process breaks down on purpose');
});
