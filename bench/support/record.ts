/** Writes what the benches gave into recorded.json, and all that is recorded into docs/benchmarks.md. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { asAdmin } from '../../test/support/postgres.ts';
import { bounds } from '../bounds.ts';
import type { Form, Recorded } from './judgement.ts';
import { type JudgedRatio, readRecorded } from './run-bench.ts';

const recordedFile = new URL('../recorded.json', import.meta.url);
const page = new URL('../../docs/benchmarks.md', import.meta.url);
const markers = [
  '<!-- recorded by `npm run bench -- --record` -->',
  '<!-- end of what is recorded -->',
] as const;

export async function record(
  judged: readonly JudgedRatio[],
  run: { form: Form; runs: number },
): Promise<void> {
  const merged = merge(readRecorded(), judged, run.form);
  writeFileSync(recordedFile, `${JSON.stringify(merged, undefined, 2)}\n`);
  const before = readFileSync(page, 'utf8');
  const [start, end] = markers.map((marker) => before.indexOf(marker));
  if (start === undefined || end === undefined || start === -1 || end < start)
    throw new Error('docs/benchmarks.md has lost its markers');
  const content = `${markers[0]}\n\n${await describeRun(run)}\n\n${tableOf(merged)}\n\n`;
  writeFileSync(page, `${before.slice(0, start)}${content}${before.slice(end)}`);
}

/** A ratio that was not measured this time keeps what it had. */
export function merge(known: Recorded, judged: readonly JudgedRatio[], form: Form): Recorded {
  const merged: Record<string, Record<string, Partial<Record<Form, number>>>> = structuredClone(known);
  for (const { bench, ratio, figure } of judged) {
    if (figure === undefined || !Number.isFinite(figure)) continue;
    const ofBench = merged[bench] ?? {};
    merged[bench] = { ...ofBench, [ratio]: { ...ofBench[ratio], [form]: Number(figure.toFixed(3)) } };
  }
  return merged;
}

function tableOf(recorded: Recorded): string {
  const rows = Object.entries(bounds).flatMap(([bench, ratios]) =>
    Object.entries(ratios).map(([ratio, bound]) => {
      const { long, short } = recorded[bench]?.[ratio] ?? {};
      const wanted = 'atLeast' in bound ? `≥ ${bound.atLeast}` : `≤ ${bound.atMost}`;
      return `| \`${bench}\` | \`${ratio}\` | ${wanted} | ${long ?? '–'} | ${short ?? '–'} |`;
    }),
  );
  return ['| bench | ratio | wanted | long form | short form |', '|---|---|---|---|---|', ...rows].join('\n');
}

async function describeRun({ form, runs }: { form: Form; runs: number }): Promise<string> {
  const { rows } = await asAdmin((client) => client.query<{ server_version: string }>('SHOW server_version'));
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const command = `npm run bench -- --record${form === 'short' ? ' --short' : ''}${runs > 1 ? ` --runs ${runs}` : ''}`;
  return [
    `Last recorded on ${new Date().toISOString().slice(0, 10)} with \`${command}\`, at a load average of ${loadavg()[1]?.toFixed(1)}.`,
    `Machine: ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB.`,
    `Dragoman ${version}, Node ${process.versions.node}, Postgres ${rows[0]?.server_version.split(' ')[0]},`,
    `Redis ${packageVersion('redis-server')}, Apertium ${packageVersion('apertium')}.`,
  ].join('\n');
}

/** As Debian numbers it, without the number of its package. */
function packageVersion(name: string): string {
  try {
    const status = execFileSync('dpkg-query', ['--status', name], { encoding: 'utf8' });
    return /^Version: (?:\d+:)?([\d.]+)/m.exec(status)?.[1] ?? '(unknown)';
  } catch {
    return '(not a Debian package)';
  }
}
