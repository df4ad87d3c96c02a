const installation = new URL('../../../', import.meta.url).href;

/** Matches function names from source code. A name computed from data could contain a caller's text. */
const plainName = /^(?:[gs]et )?[\w$#.]{1,80}$/;

/**
 * `translate dist/engines/stub/stub-engine.js:41:7`: names and positions in the program, no caller's data.
 */
export function describeFrame(
  functionName: string,
  url: string,
  { lineNumber, columnNumber = 0 }: { lineNumber: number; columnNumber?: number | undefined },
): string {
  const name = plainName.test(functionName) ? functionName : '(anonymous)';
  // The inspector counts from 0, editors from 1.
  return `${name} ${describeScript(url)}:${lineNumber + 1}:${columnNumber + 1}`;
}

function describeScript(url: string): string {
  if (url.startsWith(installation)) return url.slice(installation.length);
  if (url.startsWith('node:')) return url;
  if (url.startsWith('file:')) return url.slice(url.lastIndexOf('/') + 1);
  return '(generated)';
}
