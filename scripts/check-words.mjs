#!/usr/bin/env node
// Fails where a word stands that was replaced (scripts/replaced-words.mjs).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { allowed, replaced } from './replaced-words.mjs';

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  .split('\0')
  .filter((path) => path !== '' && !allowed.some((rule) => rule.path.test(path)));

const isName = (word) => /[A-Z-]/.test(word);
const pattern = (word) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`, isName(word) ? '' : 'i');
const rules = replaced.map(({ word, write }) => ({ word, write, pattern: pattern(word) }));

let found = 0;
for (const path of files) {
  let lines;
  try {
    lines = readFileSync(path, 'utf8').split('\n');
  } catch {
    continue; // A link that leads nowhere, or a file that is deleted and not committed yet.
  }
  for (const [i, line] of lines.entries()) {
    for (const rule of rules) {
      if (!rule.pattern.test(line)) continue;
      found++;
      console.error(`${path}:${i + 1}: "${rule.word}": write ${rule.write}`);
    }
  }
}
if (files.length < 500) throw new Error(`only ${files.length} files were read`);
console.log(`${replaced.length} words in ${files.length} files, ${found} found`);
if (found > 0) process.exitCode = 1;
