import { describe, expect, test } from 'vitest';
import { leewayInGate } from '../../../test/support/long-form.ts';
import { faultOf, suspicionOf } from './translation-plausibility.ts';

const pair = { source: 'en', target: 'es' };
const sentence = 'The old house at the end of the street has a small garden with three apple trees in it.';
const good = 'La casa vieja al final de la calle tiene un pequeño jardín con tres manzanos.';

describe('a fault', () => {
  test.each<[string, string, string, string]>([
    ['one word over and over', sentence, `La casa ${'casa '.repeat(8)}`, 'repetition'],
    ['a phrase over and over', sentence, `La casa ${'al final de '.repeat(4)}`, 'repetition'],
    ['the whole twice', sentence, `${good} ${good}`, 'repetition'],
    ['a row of letters', sentence, `La caaaaaaaaaaaaaaaaaaasa`, 'repetition'],
    ['a row of dots', sentence, `La casa ${'. '.repeat(40)}`, 'repetition'],
    ['nothing', sentence, ' ', 'empty'],
    ['signs alone', sentence, '…', 'empty'],
    ...[
      '{name}',
      '{{ name }}',
      '#{name}',
      '%{name}',
      '$t(a.b)',
      '%s',
      '%1$s',
      '%(name)s',
      '%name%',
      '%Y-%m-%d',
      '<b>',
      '<0/>',
    ].map((added): [string, string, string, string] => [
      added,
      sentence,
      `${good} ${added}`,
      'invented_placeholder',
    ]),
    ['a second percent', 'About 80% of it.', 'Cerca del 80 % de ello %1$s.', 'invented_placeholder'],
    ['a second tag', 'If a < b, it is big.', 'Si a < b, es grande <b>.', 'invented_placeholder'],
    [
      'a tag beside words in angles',
      'Dear <first name>, hello.',
      'Hola <nombre>, <b>buenas.',
      'invented_placeholder',
    ],
    ['a tag beside signs', 'If a < b and c > d.', 'Si a < b y c > d <b>.', 'invented_placeholder'],
    [
      'a name beside percents',
      'From 80% to 90% of it.',
      'Del 80% al 90% de ello %name%.',
      'invented_placeholder',
    ],
    ['a second brace', 'Use {your name} here.', 'Usa {nombre} aquí {x}.', 'invented_placeholder'],
    ['brackets and some letters', sentence, '[,7,];]h7]]]3oo][]ö[[]ha0,]]]ö[][[]"[]]0[ die', 'signs'],
    ['half a character', sentence, `${good.slice(0, -3)}\ufffd.`, 'broken_characters'],
    ['a control character', sentence, `${good}\u001b`, 'broken_characters'],
    ['another script', sentence, 'Старый дом в конце улицы.', 'wrong_script'],
    [
      'a story',
      'Hello',
      'Hola, '.concat('érase una vez un rey que tenía tres hijas muy hermosas.'),
      'too_long',
    ],
  ])('%s', (_name, text, answer, fault) => {
    expect(faultOf(text, answer, pair)).toBe(fault);
  });

  test('a text without words can’t be translated wrongly', () => {
    for (const text of ['...', '', '12:30 → ✓', '—'])
      expect(faultOf(text, '', pair)).toBe(text.includes('1') ? 'empty' : undefined);
  });
});

describe('no fault', () => {
  test.each<[string, string, string]>([
    ['a translation', sentence, good],
    ['what the source repeats', 'very '.repeat(9), 'muy '.repeat(9)],
    ['a chorus', 'row row row your boat, row row row', 'rema rema rema tu barco, rema rema rema'],
    ['a line of signs', 'Title\n==========', 'Título\n=================='],
    ['a long word', 'Otorhinolaryngology', 'Otorrinolaringología'],
    ['laughter', 'hahahahahahaha', 'jajajajajajaja'],
    ['a foreign name', 'The band Кино is from Russia.', 'La banda Кино es de Rusia.'],
    ['a short text', 'OK', 'De acuerdo'],
    ['broken characters of the source', 'Caf\ufffd and\u0007 tea', 'Caf\ufffd y\u0007 t\u00e9'],
    ['words in angles', 'Dear <first name>, welcome.', 'Bienvenido, <nombre>.'],
    ['words of another alphabet in angles', 'Введите <имя> и <пароль>.', 'Enter <name> and <password>.'],
    ['words between percents', 'Dear %name of the user%, welcome.', 'Bienvenido, %usuario%.'],
    ['words behind a percent', 'The field %{first name} is empty.', 'El campo %{nombre} está vacío.'],
    ['signs of the source', 'if (a[0] === {}) { b(); }', 'si (a[0] === {}) { b(); }'],
    ['a line below a title', 'Title ~~~~~', 'Título ~~~~~~~~~~'],
    ['tabs and line breaks', 'One, two', 'Uno,\tdos\r\n'],
    ['numbers', '0 0 0 0 0 0 0', '0 0 0 0 0 0 0'],
  ])('%s', (_name, text, answer) => {
    expect(faultOf(text, answer, pair)).toBeUndefined();
  });

  test('Latin names among other letters', () => {
    expect(
      faultOf('Ask Google Maps.', 'グーグルマップ (Google Maps) に聞く', { source: 'en', target: 'ja' }),
    ).toBeUndefined();
    expect(faultOf('iPhone 15 Pro', 'iPhone 15 Pro', { source: 'en', target: 'ru' })).toBeUndefined();
  });
});

test('signs that the text has, and signs of prose, are no placeholders of the engine’s own', () => {
  const cases: [string, string][] = [
    ['Use {your own name} here.', 'Usa {nombre} aquí.'],
    ['Keep {name here.', 'Guarda {name} aquí.'],
    ['About 100% sure.', 'Un 100 % seguro.'],
    ['Show %d of %s here.', 'Muestra aquí %s de %d.'],
    ['A fifty percent solution.', 'Una solución 50 %ige.'],
    ['If a < b then stop.', 'Si a <b entonces alto.'],
    ['A <a title="big">house</a>.', 'Una <a title="grande">casa</a>.'],
    ['It costs five dollars.', 'Cuesta $5 (cinco).'],
    ['The set of all things.', 'El conjunto {de todas las cosas}.'],
  ];
  for (const [text, answer] of cases) expect(faultOf(text, answer, pair), answer).toBeUndefined();
});

test('a doubt is no fault: copied sentences and lost halves', () => {
  expect(suspicionOf(sentence, sentence, pair)).toBe('copied');
  expect(suspicionOf(sentence, 'La casa.', pair)).toBe('too_short');
  for (const text of [
    'Madrid',
    'DE-4711/b',
    'https://example.com/a/b?c=d',
    'Coca-Cola Zero',
    'New York Times',
  ]) {
    expect(suspicionOf(text, text, pair)).toBeUndefined();
  }
  expect(suspicionOf(sentence, good, pair)).toBeUndefined();
  expect(suspicionOf(sentence, sentence, { source: 'en-GB', target: 'en-US' })).toBeUndefined();
});

test('100,000 characters are judged in a moment', () => {
  const [long, answer] = [sentence.repeat(1_150), good.repeat(1_150)];
  const times = Array.from({ length: 4 }, () => {
    const started = performance.now();
    expect(faultOf(long, answer, pair)).toBeUndefined();
    return performance.now() - started;
  });
  // Takes the fastest run, because the machine may be busy.
  expect(Math.min(...times)).toBeLessThan(leewayInGate(500));
});
