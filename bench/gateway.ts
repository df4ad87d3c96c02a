/**
 * What does the whole way of a call cost: authentication, ledger with a synchronous commit, answer? A server with
 * an engine that answers at once runs against a bare Fastify route that parses and answers the same JSON, by turns
 * on the same cores, the load generator included.
 *
 *   npm run bench:gateway
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inTurn, runLoad } from '../test/support/socket-load.ts';
import { percentile } from './support/latency.ts';
import { startNullEngineServer } from './support/null-engine-server.ts';

const isShort = process.env.DRAGOMAN_BENCH_SHORT === '1';
const rounds = isShort ? 3 : 7;
const wide = { connections: 128, durationMs: isShort ? 1_500 : 4_000 };
const narrow = { connections: 1, durationMs: isShort ? 500 : 1_500 };

async function startBare() {
  const script = fileURLToPath(new URL('support/bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) {
    return { port: Number(new URL(line).port), stop: () => child.kill('SIGTERM') };
  }
  throw new Error('the bare server did not start');
}

const bare = await startBare();
const full = await startNullEngineServer();
const subjects = [
  { name: 'bare Fastify', port: bare.port, next: inTurn(['none']) },
  { name: 'one team', port: full.server.port, next: inTurn(full.oneTeam.keys.map(({ plain }) => plain)) },
  { name: 'many teams', port: full.server.port, next: inTurn(full.manyTeams.map(({ key }) => key)) },
].map((subject) => ({
  ...subject,
  perSecond: [] as number[],
  wideTimes: [] as number[],
  narrowMedians: [] as number[],
  narrowTimes: [] as number[],
}));

try {
  // The first round warms up and is not counted.
  for (let round = -1; round < rounds; round++) {
    for (const subject of subjects) {
      const atWide = await runLoad({ ...subject, ...wide });
      const atNarrow = await runLoad({ ...subject, ...narrow });
      if (round < 0) continue;
      subject.perSecond.push(atWide.perSecond);
      // One by one: a fast round has more times than a call can have arguments.
      for (const time of atWide.times) subject.wideTimes.push(time);
      subject.narrowMedians.push(percentile(atNarrow.times, 0.5));
      for (const time of atNarrow.times) subject.narrowTimes.push(time);
    }
  }
  console.table(
    subjects.map(({ name, perSecond, wideTimes, narrowTimes }) => ({
      subject: name,
      'calls/s at 128': Math.round(percentile(perSecond, 0.5)),
      'p50 ms at 128': Number(percentile(wideTimes, 0.5).toFixed(2)),
      'p99 ms at 128': Number(percentile(wideTimes, 0.99).toFixed(2)),
      'p50 ms at 1': Number(percentile(narrowTimes, 0.5).toFixed(3)),
      'p99 ms at 1': Number(percentile(narrowTimes, 0.99).toFixed(3)),
    })),
  );
  const [yardstick, one, many] = subjects;
  if (yardstick === undefined || one === undefined || many === undefined) throw new Error('no subjects');
  // Round by round, then the median: what else the machine does hits both sides of a round alike.
  const medianOfRounds = (figure: (round: number) => number) =>
    percentile(
      Array.from({ length: rounds }, (_, round) => figure(round)),
      0.5,
    );
  const share = (subject: typeof one) =>
    medianOfRounds((round) => (subject.perSecond[round] ?? 0) / (yardstick.perSecond[round] ?? 0));
  const added = medianOfRounds(
    (round) => (one.narrowMedians[round] ?? 0) - (yardstick.narrowMedians[round] ?? 0),
  );
  console.log(`ratio throughput-one-team ${share(one).toFixed(3)}`);
  console.log(`ratio throughput-many-teams ${share(many).toFixed(3)}`);
  console.log(`ratio added-latency-ms ${added.toFixed(3)}`);
} finally {
  bare.stop();
  await full.stop();
}
