import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type Bound, bounds, ciSlack } from '../../bench/bounds.ts';

const run = promisify(execFile);

async function ratiosOf(bench: string): Promise<Map<string, number>> {
  const script = fileURLToPath(new URL(`../../bench/${bench}.ts`, import.meta.url));
  const env = { ...process.env, DRAGOMAN_BENCH_SHORT: '1' };
  const { stdout } = await run(process.execPath, [script], { timeout: 300_000, env });
  const lines = stdout.matchAll(/^ratio (\S+) (\S+)$/gm);
  return new Map([...lines].map(([, name = '', figure]) => [name, Number(figure)]));
}

function keeps(bound: Bound, figure: number): boolean {
  if ('atLeast' in bound) return figure >= bound.atLeast * (1 - ciSlack);
  return figure <= bound.atMost * (1 + ciSlack);
}

test.each(Object.entries(bounds))(
  'bench %s keeps its bounds',
  { timeout: 310_000 },
  async (bench, expected) => {
    const ratios = await ratiosOf(bench);
    expect([...ratios.keys()].toSorted()).toEqual(Object.keys(expected).toSorted());
    const broken = Object.entries(expected)
      .filter(([name, bound]) => !keeps(bound, ratios.get(name) ?? Number.NaN))
      .map(([name, bound]) => ({ name, bound, figure: ratios.get(name) }));
    expect(broken).toEqual([]);
  },
);
