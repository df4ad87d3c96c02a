import { describe, expect, test } from 'vitest';
import { detectLanguages } from './detect-languages.ts';

const apertium = ['en', 'es', 'ca', 'fr', 'it', 'pt', 'sv', 'da'];

/** Returns the language of each text, with `!` if it has no route. */
async function detect(texts: string[], candidates = apertium): Promise<string[]> {
  const detections = await detectLanguages(texts, candidates);
  return detections.map(({ kind, language }) => (kind === 'found' ? language : `!${language}`));
}

const spanish = 'Los científicos anunciaron ayer un nuevo método para encontrar la enfermedad mucho antes.';
const german =
  'Die Wissenschaftler haben gestern ein neues Verfahren vorgestellt, mit dem man Zellen sortiert.';
const croatian =
  'Znanstvenici su u ponedjeljak objavili da su tijekom istraživanja otkrili tisuće novih zvijezda.';

describe('one text', () => {
  test.each([
    ['The house at the end of the street is very old.', 'en'],
    ['La casa al final de la calle es muy vieja.', 'es'],
    ['La casa al final del carrer és molt vella.', 'ca'],
    ['La maison au bout de la rue est très vieille.', 'fr'],
    ['La casa in fondo alla strada è molto vecchia.', 'it'],
    ['A casa no fim da rua é muito velha.', 'pt'],
    ['Huset i slutet av gatan är mycket gammalt.', 'sv'],
    ['Huset for enden af gaden er meget gammelt.', 'da'],
  ])('%s', async (text, language) => expect(await detect([text])).toEqual([language]));

  test.each([
    ['Hello', 'en'],
    ['Save changes', 'en'],
    ['HELLO WORLD', 'en'],
    ['Hola', 'es'],
    ['Bonjour', 'fr'],
    ['Obrigado', 'pt'],
    ['<button class="submit">Guardar cambios</button>', 'es'],
  ])('short: %s', async (text, language) => expect(await detect([text])).toEqual([language]));

  test.each([
    ['မင်္ဂလာပါ', 'my'],
    ['Привет', 'ru'],
    ['こんにちは', 'ja'],
    ['안녕하세요', 'ko'],
    ['Γεια σου', 'el'],
  ])('a word in letters of its own: %s', async (text, language) => {
    expect(await detect([text], ['en', 'es', 'my', 'ru', 'ja', 'ko', 'el'])).toEqual([language]);
  });
});

describe('strings of user interfaces among many candidates', () => {
  const many = [
    ...apertium,
    'de',
    'nl',
    'nb',
    'fi',
    'pl',
    'cs',
    'hu',
    'ro',
    'tr',
    'id',
    'ms',
    'et',
    'zh',
    'ja',
  ];

  test.each([
    ['Hello', 'en'],
    ['Forgot your password?', 'en'],
    ['Sign in', 'en'],
    ['Protonenstrahl', 'de'],
    ['Haku', 'fi'],
    ['Logga in', 'sv'],
    ['Annulla', 'it'],
    ['İptal', 'tr'],
    ['搜索', 'zh'],
  ])('%s', async (text, language) => expect(await detect([text], many)).toEqual([language]));

  test('two words keep their language beside a text in another', async () => {
    expect(await detect(['faisceau de protons', 'proton beam'], many)).toEqual(['fr', 'en']);
    expect(await detect(['proton beam', 'faisceau de protons'], many)).toEqual(['en', 'fr']);
  });

  test('a known word keeps its language among many texts in another', async () => {
    expect((await detect([...Array(50).fill(spanish), 'Einstellungen'], many)).at(-1)).toBe('de');
  });
});

describe('languages that eld does not know', () => {
  test.each([
    ['Cyhoeddodd y gwyddonwyr ddoe eu bod wedi dod o hyd i ffordd newydd o drin yr afiechyd.', 'cy'],
    ['Die wetenskaplikes het gister gesê dat hulle ’n nuwe manier gevind het om siektes te behandel.', 'af'],
    ['Os científicos anunciaron onte unha nova maneira de atopar a enfermidade moito antes.', 'gl'],
    ['Para ilmuwan mengatakan bahwa mereka bisa menemukan penyakit itu karena alat baru.', 'id'],
    [spanish, 'es'],
    ['De wetenschappers hebben gisteren een nieuwe manier gevonden om ziektes te behandelen.', 'nl'],
    ['Para saintis berkata bahawa mereka boleh menemui penyakit itu kerana alat baharu.', 'ms'],
  ])('%s', async (text, language) => {
    expect(await detect([text], ['en', 'cy', 'af', 'nl', 'gl', 'es', 'pt', 'id', 'ms'])).toEqual([language]);
  });

  test('Serbian in Latin letters is not refused where only Serbian has a route', async () => {
    expect(await detect(['Gde se nalazi mesto na kojem su deca videla medveda?'], ['en', 'sr'])).toEqual([
      'sr',
    ]);
  });
});

describe('the texts of a call', () => {
  test('short texts follow the others', async () => {
    const call = ['Casa', 'Madrid', spanish, 'OK', 'Total'];
    expect(await detect(call)).toEqual(['es', 'es', 'es', 'es', 'es']);
  });

  test('a sentence in another language keeps its language', async () => {
    const english = [
      'Save',
      'Cancel',
      'Settings',
      'Sign in',
      'Delete account',
      'Search',
      'Help',
      'Home',
      'Log out',
    ];
    expect(await detect([...english, spanish])).toEqual([...english.map(() => 'en'), 'es']);
  });

  test('texts without letters take the language of the majority', async () => {
    expect(await detect(['12,50 €', spanish, '😀', ''])).toEqual(['es', 'es', 'es', 'es']);
  });

  test('a tie between languages is decided by the candidates, not by the order of the texts', async () => {
    const french = 'La maison au bout de la rue est très vieille et personne n’y habite plus.';
    expect((await detect([french, spanish, '2024'])).at(-1)).toBe('es');
    expect((await detect([spanish, french, '2024'])).at(-1)).toBe('es');
  });

  test('alone they take English, or else the first candidate', async () => {
    expect(await detect(['', '2024', '…'])).toEqual(['en', 'en', 'en']);
    expect(await detect(['2024'], ['sv', 'da'])).toEqual(['sv']);
  });

  test('many texts give the same answers as few', async () => {
    const call = Array.from({ length: 300 }, (_, i) =>
      i % 3 === 0 ? spanish : 'The weather is very nice today.',
    );
    expect(await detect(call)).toEqual(call.map((text) => (text === spanish ? 'es' : 'en')));
  });

  test('no texts, no answers', async () => expect(await detect([])).toEqual([]));
});

describe('texts without a route', () => {
  test('a clear sentence in a language that is no candidate', async () => {
    expect(await detect([spanish, german, croatian])).toEqual(['es', '!de', '!hr']);
    expect(await detect(['東京は日本の首都であり、世界最大の都市の一つです。'])).toEqual(['!ja']);
  });

  test('a language that only fastText knows', async () => {
    const welsh = 'Cyhoeddodd y gwyddonwyr ddoe eu bod wedi dod o hyd i ffordd newydd o drin yr afiechyd.';
    expect(await detect([welsh])).toEqual(['!cy']);
  });

  test.each([
    'Guten Morgen',
    'Straße',
    'Привет',
    '日本',
    'Müller & Söhne GmbH',
    'Hauptstraße 12, 10115 Berlin',
  ])('short texts are never refused: %s', async (text) => {
    const [language] = await detect([text]);
    expect(apertium).toContain(language);
  });

  test('a close relative of a candidate is taken for it', async () => {
    expect(await detect([croatian], ['en', 'bs'])).toEqual(['bs']);
    expect(await detect(['Os nenos xa non teñen máis tempo para xogar na rúa.'], ['en', 'pt'])).toEqual([
      'pt',
    ]);
  });
});

describe('candidates as tags', () => {
  test('a variant is found by its language and answered as it was given', async () => {
    expect(await detect([spanish], ['en', 'es-MX'])).toEqual(['es-MX']);
    expect(
      await detect(['Forskerne fortalte at sykdommen kan oppdages mye tidligere.'], ['en', 'nb']),
    ).toEqual(['nb']);
  });

  test('the first of several variants is taken', async () => {
    expect(await detect(['我们今天去北京看朋友。'], ['en', 'zh-Hans', 'zh-Hant'])).toEqual(['zh-Hans']);
  });

  test('the language itself is taken before its variants, wherever it stands', async () => {
    expect(await detect(['The house at the end of the street is very old.'], ['en-GB', 'en', 'es'])).toEqual([
      'en',
    ]);
  });

  test('a candidate that no detector knows takes nothing from the others', async () => {
    expect(await detect([spanish, german], ['ig', 'es'])).toEqual(['es', '!de']);
  });
});
