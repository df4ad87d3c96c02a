/** Sentences of a help text with a tag on some of their words, and for each fourth the German words that belong into it. */
import { SeededRandom } from '../../faults/support/seeded-random.ts';

/** Nobody marks these by themselves. */
const smallWords = new Set(
  (
    'that this with from have been which when will your then them they into also only each than such their there ' +
    'where what does more other must same both after before about over under between these those some every very ' +
    'here while until'
  ).split(' '),
);

/** So many, picked by chance: one word, or now and then two. */
export function tagHelp(sentences: readonly string[], count: number): readonly string[] {
  const random = new SeededRandom(9);
  const ordinary = sentences.filter(
    (sentence) => sentence.length < 160 && sentence.split(' ').length >= 4 && !/[<>&]/.test(sentence),
  );
  return ordinary
    .filter((_, i) => i % 4 === 0)
    .slice(0, count)
    .map((sentence) => tagOne(sentence, random));
}

function tagOne(sentence: string, random: SeededRandom): string {
  const words = [...sentence.matchAll(/[A-Za-z][A-Za-z-]{3,}/g)].filter(
    ([word]) => !smallWords.has(word.toLowerCase()),
  );
  const { index: start, 0: first } = random.pick(words);
  const afterFirst = start + first.length;
  const next = words.find(({ index }) => index === afterFirst + 1 && sentence[afterFirst] === ' ');
  const end = next !== undefined && random.next() < 0.3 ? next.index + next[0].length : afterFirst;
  return `${sentence.slice(0, start)}<b>${sentence.slice(start, end)}</b>${sentence.slice(end)}`;
}

/** Of the first, fifth, ninth and so on: written by hand, with the other translations of the same word. */
export const judged: readonly (readonly [english: string, german: RegExp])[] = [
  ['saved', /speicher/i],
  ['numbers', /zahl/i],
  ['mode', /modus|weblayout/i],
  ['information', /information|pfad/i],
  ['dialog', /dialog/i],
  ['select', /wähl|markier/i],
  ['content', /inhalt/i],
  ['labels', /beschriftung/i],
  ['insert', /f[üu]g/i],
  ['insert', /f[üu]g/i],
  ['configuration', /konfiguration/i],
  ['popup', /popup/i],
  ['Click', /klick/i],
  ['starts', /beginn|start/i],
  ['View', /ansicht/i],
  ['double-lined', /doppel/i],
  ['strings', /zeichenfolge|zeichenkette|string/i],
  ['used', /verwend|benutz/i],
  ['selected', /gewählt|markiert/i],
  ['click', /klick/i],
  ['fields', /feld/i],
  ['dialog', /dialog/i],
  ['object', /objekt/i],
  ['operating', /betrieb/i],
  ['default values', /standardwert|vorgabewert/i],
  ['equivalent', /entspr|äquivalent|gleich/i],
  ['whose', /deren|dessen/i],
  ['help', /hilfe/i],
  ['return', /gib|geb|zurück/i],
  ['starting', /beginn|start|anfang/i],
  ['viruses within', /vir/i],
  ['mouse cursor', /maus/i],
  ['cell', /zell/i],
  ['squared', /quadr/i],
  ['physically', /phys/i],
  ['Creating', /erstell/i],
  ['install', /install/i],
  ['Choose', /wähl/i],
  ['data', /daten/i],
  ['plus', /plus/i],
  ['page', /seite|register/i],
  ['columns', /spalte/i],
  ['Filters', /filter/i],
  ['Digital Signatures', /signatur/i],
  ['dictionary', /wörterbuch/i],
  ['exit', /beend|verlass/i],
  ['rejection', /ableh/i],
  ['SkipTest call', /SkipTest|aufruf/i],
  ['cell', /cell|zell/i],
  ['logical', /logisch/i],
];
