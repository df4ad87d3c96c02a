/** The fenced blocks of the documentation: what a reader would copy. */
import { readdirSync, readFileSync } from 'node:fs';

export interface FencedBlock {
  readonly page: string;
  readonly line: number;
  /** `sh`, `json`, …; empty where none is named. */
  readonly language: string;
  /** The words behind the language. */
  readonly marks: readonly string[];
  readonly content: string;
}

export function documentationPages(): string[] {
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  return ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pages.map((name) => `docs/${name}`).sort()];
}

export function fencedBlocks(page: string): FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: { line: number; info: string[]; content: string[] } | undefined;
  for (const [i, line] of readFileSync(page, 'utf8').split('\n').entries()) {
    const fence = line.match(/^```(.*)$/);
    if (fence === null) {
      open?.content.push(line);
    } else if (open === undefined) {
      open = { line: i + 1, info: (fence[1] ?? '').trim().split(/\s+/), content: [] };
    } else {
      const [language = '', ...marks] = open.info;
      blocks.push({ page, line: open.line, language, marks, content: open.content.join('\n') });
      open = undefined;
    }
  }
  return blocks;
}
