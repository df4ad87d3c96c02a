/** A request to the public API as a command line. Apart from the other samples, because the first page shows it. */
export interface SampleRequest {
  readonly method: string;
  /** With path and query, whose values are percent-encoded. */
  readonly url: string;
  /** In the command line in place of the environment variable. `null`: the operation needs no key. */
  readonly key?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** A value that is sent as JSON. */
  readonly body?: unknown;
  /** The members of a form with a file, in place of a body. */
  readonly form?: Readonly<Record<string, string>>;
  readonly answer?: 'json' | 'text' | 'file' | 'nothing';
  /** The member of a JSON answer whose first text is printed; without it, the whole answer is. */
  readonly results?: string;
}

/** The name of the file in samples that upload one, and in those that download one. */
export const sampleFiles = { upload: 'report.docx', download: 'report.es.docx' };

export function curl({ method, url, key, headers, body, form, answer }: SampleRequest): string {
  const isImplied = method === (body === undefined && form === undefined ? 'GET' : 'POST');
  const lines = [
    `curl${isImplied ? '' : ` -X ${method}`} "${inDoubleQuotes(url)}"`,
    ...(key === null ? [] : [`-H "Authorization: Bearer ${key ?? '$DRAGOMAN_KEY'}"`]),
    ...Object.entries(headers ?? {}).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quoted(lineOrLines(body))}`]),
    ...Object.entries(form ?? {}).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
    ...(form === undefined ? [] : [`-F "file=@${sampleFiles.upload}"`]),
    ...(answer === 'file' ? [`-o ${sampleFiles.download}`] : []),
  ];
  return lines.join(' \\\n  ');
}

/** Inside single quotes of a shell, the quote itself is the only character that needs escaping. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function inDoubleQuotes(text: string): string {
  return text.replaceAll(/[\\"$`]/g, '\\$&');
}

/** A short body is one line, which is easier to change in a terminal. */
function lineOrLines(body: unknown): string {
  const line = JSON.stringify(body);
  return line.length <= 60 ? line : json(body);
}

/** Also for strings of JavaScript and Python, which have the same escapes. */
export function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
