/** Reads and writes PO files: one entry for each message, with its source files and without line numbers. */

export interface Message {
  readonly text: string;
  /** Tells apart messages with the same English text and different translations. */
  readonly context: string;
  readonly files: readonly string[];
}

export interface Entry extends Message {
  /** Empty if there is none yet. */
  readonly translation: string;
}

/** The key of a message in a compiled catalogue. U+0004 separates the context, as in gettext. */
export function keyOf({ text, context }: Pick<Message, 'text' | 'context'>): string {
  return context === '' ? text : `${context}\u0004${text}`;
}

export function writePo(language: string, entries: readonly Entry[]): string {
  const head = [
    'msgid ""',
    'msgstr ""',
    quote('Content-Type: text/plain; charset=UTF-8\n'),
    quote(`Language: ${language}\n`),
  ];
  const blocks = entries
    .toSorted(byText)
    .map(({ text, context, files, translation }) =>
      [
        ...files.map((file) => `#: ${file}`),
        ...(context === '' ? [] : [`msgctxt ${quote(context)}`]),
        `msgid ${quote(text)}`,
        `msgstr ${quote(translation)}`,
      ].join('\n'),
    );
  return `${[head.join('\n'), ...blocks].join('\n\n')}\n`;
}

/** By code units: the same order on every machine. */
function byText(a: Message, b: Message): number {
  if (a.text !== b.text) return a.text < b.text ? -1 : 1;
  return a.context < b.context ? -1 : 1;
}

export function readPo(po: string): Entry[] {
  return po
    .split(/\n\s*\n/)
    .map(readBlock)
    .filter(({ text }) => text !== '');
}

type Field = 'msgctxt' | 'msgid' | 'msgstr';

function readBlock(block: string): Entry {
  const fields: Record<Field, string> = { msgctxt: '', msgid: '', msgstr: '' };
  const files: string[] = [];
  let current: Field = 'msgid';
  for (const line of block.split('\n')) {
    if (line.startsWith('#: ')) files.push(line.slice(3));
    const [, name, quoted] = /^(?:(msgctxt|msgid|msgstr)\s+)?(".*")\s*$/.exec(line) ?? [];
    if (quoted === undefined) continue;
    if (name !== undefined) current = name as Field;
    fields[current] += JSON.parse(quoted) as string;
  }
  return { text: fields.msgid, context: fields.msgctxt, files, translation: fields.msgstr };
}

/** The escapes of JSON are those of PO, as far as texts have any. */
function quote(text: string): string {
  return JSON.stringify(text);
}
