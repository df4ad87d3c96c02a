// Fails when a link in a Markdown page points to a file or a heading that does not exist.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((page) => page !== '' && existsSync(page));
const withoutCode = (text) =>
  text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()#]/g, ''));
const anchors = new Map(pages.map((page) => [page, new Set(anchorsOf(readFileSync(page, 'utf8')))]));

/** GitHub's anchors: lower case, no punctuation, hyphens for spaces; a repeated heading gets a number. */
function* anchorsOf(text) {
  const seen = new Map();
  for (const [, heading] of text.replace(/^```.*?^```/gms, '').matchAll(/^#+ +(.+?) *$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = words.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    yield count === 0 ? slug : `${slug}-${count}`;
  }
}

let checked = 0;
const problems = [];
for (const page of pages) {
  for (const [, target] of withoutCode(readFileSync(page, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    checked += 1;
    const [path, anchor] = target.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), decodeURI(path)));
    if (!existsSync(file)) problems.push(`${page}: ${target}: there is no such file`);
    else if (anchor !== undefined && statSync(file).isFile() && !anchors.get(file)?.has(anchor))
      problems.push(`${page}: ${target}: the page has no such heading`);
  }
}
for (const problem of problems) console.error(problem);
console.log(`${checked} links on ${pages.length} pages`);
// Too few links mean that the check did not read the pages.
process.exitCode = problems.length > 0 || checked < 100 ? 1 : 0;
