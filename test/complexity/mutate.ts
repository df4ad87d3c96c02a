/** Changes an input a little, at random, in ways that keep it scalable. */
import type { PumpedInput, Segment } from './pumped-input.ts';
import type { Random } from './random.ts';
import type { Target } from './target.ts';

/** Characters that readers of text treat in a way of their own. */
const hostileCharacters = [
  ...' \n\r\t\u00a0\u3000\u2028\u200b\u200d\u200e\u202e\u2066\u00ad\ufeff\ufffc\u0301\u0327\u0b3e\u1161\u11a8',
  ...'aAzZ09.,;:!?\'"`´’…-–_+*/\\|@#$%^&=~()[]{}<>¿¡',
  ...'ßİıΣςşǅﬁßéñœ世界ひカ한ขກကཀאبकक्षাЖđ\u{1f600}\u{1f1ea}\u{1f3fd}\u{e0061}\u{f0000}\u{100000}\u{20000}',
];
const longestText = 60;
const mostSegments = 8;

type Change = (segments: Segment[], random: Random, target: Target) => void;

const changes: readonly Change[] = [
  insertWord,
  insertWord,
  insertWord,
  insertCharacter,
  removePart,
  repeatPart,
  addSegment,
  addSegment,
  removeSegment,
  pumpSegment,
  scalePump,
  swapSegments,
  joinSegments,
];

export function mutate(input: PumpedInput, random: Random, target: Target): PumpedInput {
  const fields = Object.fromEntries(Object.entries(input.fields).map(([name, list]) => [name, [...list]]));
  let options = input.options;
  for (let left = 1 + random.below(3); left > 0; left--) {
    if (random.chance(0.1)) options = changeOption(options, random, target);
    else random.pick(changes)(fields[random.pick(target.fields)] ?? [], random, target);
  }
  for (const name of target.fields) if (fields[name]?.length === 0) fields[name] = ['a'];
  return withPump({ fields, options }, random, target);
}

/** Some segments of each of two inputs. */
export function cross(a: PumpedInput, b: PumpedInput, random: Random): PumpedInput {
  const fields = Object.entries(a.fields).map(([name, segments]) => {
    const others = b.fields[name] ?? [];
    const joined = [
      ...segments.slice(0, 1 + random.below(segments.length)),
      ...others.slice(random.below(others.length)),
    ];
    return [name, joined.slice(0, mostSegments)];
  });
  return { fields: Object.fromEntries(fields), options: random.chance(0.5) ? a.options : b.options };
}

export function randomInput(random: Random, target: Target): PumpedInput {
  const field = () =>
    Array.from({ length: 1 + random.below(3) }, (): Segment => {
      const text = Array.from({ length: 1 + random.below(4) }, () => someText(random, target)).join('');
      return random.chance(0.7) ? [text, 1] : text;
    });
  const fields = Object.fromEntries(target.fields.map((name) => [name, field()]));
  const options = Object.entries(target.options).map(([name, values]) => [name, random.pick(values)]);
  return withPump({ fields, options: Object.fromEntries(options) }, random, target);
}

/** Without anything that is repeated an input can't be made larger. */
function withPump(input: PumpedInput, random: Random, target: Target): PumpedInput {
  const [first = ''] = target.fields;
  const segments = input.fields[first] ?? [];
  if (segments.some((segment) => typeof segment !== 'string')) return input;
  const pumped = [...segments];
  pumpSegment(pumped, random);
  return { ...input, fields: { ...input.fields, [first]: pumped } };
}

function changeOption(options: PumpedInput['options'], random: Random, target: Target) {
  const names = Object.keys(target.options);
  if (names.length === 0) return options;
  const name = random.pick(names);
  return { ...options, [name]: random.pick(target.options[name] ?? ['']) };
}

function someText(random: Random, { vocabulary }: Target): string {
  return random.chance(0.75) ? random.pick(vocabulary) : random.pick(hostileCharacters);
}

function textOf(segment: Segment): string {
  return typeof segment === 'string' ? segment : segment[0];
}

function withText(segment: Segment, text: string): Segment {
  const short = text.slice(0, longestText).toWellFormed();
  return typeof segment === 'string' ? short : [short === '' ? 'a' : short, segment[1]];
}

function changeOne(segments: Segment[], random: Random, change: (text: string) => string): void {
  if (segments.length === 0) return;
  const index = random.below(segments.length);
  const segment = segments[index] ?? '';
  segments[index] = withText(segment, change(textOf(segment)));
}

function insertWord(segments: Segment[], random: Random, target: Target): void {
  changeOne(segments, random, (text) => {
    const at = random.below(text.length + 1);
    return text.slice(0, at) + someText(random, target) + text.slice(at);
  });
}

function insertCharacter(segments: Segment[], random: Random): void {
  changeOne(segments, random, (text) => {
    const at = random.below(text.length + 1);
    return text.slice(0, at) + random.pick(hostileCharacters) + text.slice(at);
  });
}

function removePart(segments: Segment[], random: Random): void {
  changeOne(segments, random, (text) => {
    const at = random.below(text.length);
    return text.slice(0, at) + text.slice(at + 1 + random.below(4));
  });
}

function repeatPart(segments: Segment[], random: Random): void {
  changeOne(segments, random, (text) => {
    const at = random.below(text.length);
    const part = text.slice(at, at + 1 + random.below(6));
    return text.slice(0, at) + part.repeat(1 + random.below(4)) + text.slice(at);
  });
}

function addSegment(segments: Segment[], random: Random, target: Target): void {
  if (segments.length >= mostSegments) return;
  const text = someText(random, target);
  segments.splice(random.below(segments.length + 1), 0, random.chance(0.5) ? [text, 1] : text);
}

function removeSegment(segments: Segment[], random: Random): void {
  if (segments.length > 1) segments.splice(random.below(segments.length), 1);
}

function pumpSegment(segments: Segment[], random: Random): void {
  if (segments.length === 0) return;
  const index = random.below(segments.length);
  const segment = segments[index] ?? '';
  if (typeof segment !== 'string') segments[index] = segment[0];
  else segments[index] = [segment === '' ? 'a' : segment, 1];
}

function scalePump(segments: Segment[], random: Random): void {
  const index = segments.findIndex((segment) => typeof segment !== 'string' && random.chance(0.6));
  const segment = segments[index];
  if (segment === undefined || typeof segment === 'string') return;
  const times = segment[1] * random.pick([0.1, 0.5, 2, 10]);
  segments[index] = [segment[0], Math.min(50, Math.max(0.05, times))];
}

function swapSegments(segments: Segment[], random: Random): void {
  const [a, b] = [random.below(segments.length), random.below(segments.length)];
  [segments[a], segments[b]] = [segments[b] ?? '', segments[a] ?? ''];
}

function joinSegments(segments: Segment[], random: Random): void {
  if (segments.length < 2) return;
  const index = random.below(segments.length - 1);
  const joined = withText(
    segments[index] ?? '',
    textOf(segments[index] ?? '') + textOf(segments[index + 1] ?? ''),
  );
  segments.splice(index, 2, joined);
}
