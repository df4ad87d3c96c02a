/**
 * Stands in for an Apertium pipeline that misbehaves in one way, named on its command line. It translates by
 * writing everything in capitals, so a test knows the right answer of any text. Run by fake-modes.ts.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Ways to misbehave that begin with a question: they get it as `text.[][number]`, without its NUL. */
const onQuestion: Readonly<Record<string, (question: string) => void | Promise<void>>> = {
  good: (question) => answer(right(question)),
  late: async (question) => {
    await delay(4_800);
    answer(right(question));
  },
  never: () => undefined,
  twice: (question) => {
    answer(right(question));
    answer(right(question));
  },
  'out-of-order': swapWithNext,
  'wrong-number': (question) =>
    answer(right(question).replace(/\d+(?=\]$)/, (digits) => `${Number(digits) + 1}`)),
  'without-number': (question) => answer(right(question).replace(/\[\d+\]$/, '')),
  'without-nul': (question) => write(right(question)),
  endless: () => writeEndlessly(),
  'not-utf8': (question) => {
    const [text = '', end = ''] = right(question).split(/(?=\.\[\]\[\d+\]$)/);
    write(Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from(`${end}\0`)]));
  },
  garbage: () => write(Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7_919) % 256))),
  'only-nuls': () => write(Buffer.alloc(10_000)),
  'exits-after-each': (question) => {
    process.stdout.write(`${right(question)}\0`, () => process.exit(0));
  },
  huge: async (question) => {
    const part = 'x'.repeat(1024 * 1024);
    for (let i = 0; i < 100; i++) await writeAndWait(part);
    answer(right(question));
  },
  'ignores-sigterm': () => undefined,
  'dies-of-a-word': (question) => {
    if (question.includes('poison')) process.kill(process.pid, 'SIGKILL');
    answer(right(question));
  },
  'hangs-on-a-word': async (question) => {
    if (question.includes('poison')) await delay(3_600_000);
    answer(right(question));
  },
};

const behaviour = process.argv.at(-1) ?? '';

if (behaviour === 'exits-at-start') process.exit(1);
if (behaviour === 'answers-unasked') answer('NOBODY ASKED.[][1]');
if (behaviour === 'ignores-sigterm') {
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1_000_000); // not even the end of its input ends it
}
// Whoever reads its answers may go away at any time.
process.stdout.on('error', () => process.exit(0));

let unread = '';
for await (const chunk of process.stdin.setEncoding('utf8')) {
  const questions = (unread + chunk).split('\0');
  unread = questions.pop() ?? '';
  for (const question of questions) await (onQuestion[behaviour] ?? onQuestion.good)?.(question);
}

function right(question: string): string {
  return question.toUpperCase();
}

function answer(text: string): void {
  write(`${text}\0`);
}

function write(bytes: string | Buffer): void {
  process.stdout.write(bytes);
}

async function writeAndWait(bytes: string): Promise<void> {
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
}

async function writeEndlessly(): Promise<void> {
  const part = 'x'.repeat(64 * 1024);
  for (;;) await writeAndWait(part);
}

function swapWithNext(question: string): void {
  const held = swapWithNext.held;
  swapWithNext.held = held === undefined ? question : undefined;
  if (held === undefined) return;
  answer(right(question));
  answer(right(held));
}
swapWithNext.held = undefined as string | undefined;
