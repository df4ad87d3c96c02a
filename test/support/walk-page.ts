/** A stranger's walk through a page: its shell blocks, run as they stand, one after the other. */
import { expect } from 'vitest';
import type { Env } from './command-line.ts';
import { type FencedBlock, fencedBlocks } from './fenced-blocks.ts';
import { runShell } from './run-shell.ts';
import { differencesOfShape } from './same-shape.ts';

/** What nobody is to run is no shell block: `console`, `text`. */
export const isShell = ({ language }: FencedBlock) => language === 'sh';
/**
 * Marked `debian`: as root on a Debian of its own, by `scripts/fresh-debian`, and in parts by `fresh-install.test.ts`. Marked `package`: in
 * an empty Debian with systemd, by `scripts/try-debian-package`. Marked `elsewhere`: by `documentation-elsewhere.test.ts`.
 */
export const runOtherwise = ['debian', 'package', 'elsewhere'];
const notRunHere = ['norun', ...runOtherwise];
export const isRun = (block: FencedBlock) =>
  isShell(block) && !block.marks.some((mark) => notRunHere.includes(mark));

/** The blocks of a page as one script, as a reader runs them one after the other; each says where it begins. */
function scriptOf(blocks: readonly FencedBlock[]): string {
  return blocks.map(({ line, content }) => `echo '#block ${line}'\n${content}`).join('\n');
}

/** What was printed by the block at a line. */
function outputOf(stdout: string, line: number): string {
  return stdout.split(`#block ${line}\n`)[1]?.split('#block ')[0] ?? '';
}

/** Each JSON block stands right behind the shell block that it answers. */
function checkAnswers(page: string, stdout: string): void {
  const blocks = fencedBlocks(page);
  for (const [i, block] of blocks.entries()) {
    const asked = blocks[i - 1];
    if (block.language !== 'json' || asked === undefined || !isRun(asked)) continue;
    const printed = outputOf(stdout, asked.line).trim().split('\n').at(-1) ?? '';
    const findings = differencesOfShape(JSON.parse(block.content), JSON.parse(printed));
    expect(findings, `${page}:${block.line}`).toEqual([]);
  }
}

/** Fails with everything that was printed when a command fails, or answers in another shape than the page says. */
export async function walk(
  page: string,
  folder: string,
  env: Env,
  port: string,
  dialectsUrl = 'http://127.0.0.1:5000',
): Promise<string> {
  const script = scriptOf(fencedBlocks(page).filter(isRun))
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replaceAll('http://127.0.0.1:5000', dialectsUrl);
  const { code, stdout, stderr } = await runShell(script, folder, env);
  expect({ code, stderr: code === 0 ? '' : stderr, stdout: code === 0 ? '' : stdout }).toEqual({
    code: 0,
    stderr: '',
    stdout: '',
  });
  checkAnswers(page, stdout);
  return stdout;
}
