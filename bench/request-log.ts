/**
 * What does the request log cost a gateway? Two servers with an engine that answers at once, one with the log and one
 * without, take the same load by turns.
 *
 *   scripts/bench request-log
 */
import { inTurn, runLoad } from '../test/support/socket-load.ts';
import { percentile } from './support/latency.ts';
import { startNullEngineServer } from './support/null-engine-server.ts';

const rounds = Number(process.env.DRAGOMAN_BENCH_ROUNDS ?? 15);
const load = { connections: 128, durationMs: 4_000 };

const noSeed = async () => {};
const withLog = await startNullEngineServer(noSeed, { DRAGOMAN_REQUEST_LOG_DAYS: '7' });
const without = await startNullEngineServer(noSeed, { DRAGOMAN_REQUEST_LOG_DAYS: '0' });
const subjectOf = ({ server, manyTeams }: typeof withLog) => ({
  port: server.port,
  next: inTurn(manyTeams.map(({ key }) => key)),
});
const subjects = [subjectOf(withLog), subjectOf(without)] as const;

try {
  const ratios: number[] = [];
  const perSecond: [number[], number[]] = [[], []];
  // The first round warms up. The order changes with every round, so that neither side is always the first.
  for (let round = -1; round < rounds; round++) {
    const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    const figures: [number, number] = [0, 0];
    for (const side of order) figures[side] = (await runLoad({ ...subjects[side], ...load })).perSecond;
    if (round < 0) continue;
    ratios.push(figures[0] / figures[1]);
    perSecond[0].push(figures[0]);
    perSecond[1].push(figures[1]);
  }
  console.table({
    'with the log': { 'calls/s': Math.round(percentile(perSecond[0], 0.5)) },
    'without it': { 'calls/s': Math.round(percentile(perSecond[1], 0.5)) },
  });
  console.log(`rounds ${ratios.map((ratio) => ratio.toFixed(3)).join(' ')}`);
  console.log(`ratio throughput-with-request-log ${percentile(ratios, 0.5).toFixed(3)}`);
} finally {
  await withLog.stop();
  await without.stop();
}
