/** Languages in responses, and the language pair of a dictionary. */
import Type from 'typebox';

export const sourceLang = Type.String({ description: 'The source language, such as `EN`.' });
export const targetLang = Type.String({ description: 'The target language, such as `ES` or `PT-BR`.' });
export const languageName = Type.String({ description: 'The English name of the language.' });
export const detectedSourceLanguage = Type.String({
  description:
    'The source language of the text: the requested one, or the detected one without `source_lang`.',
});

/** An entry of a dictionary, or of the glossary of one call. */
export const entry = Type.Object({
  source: Type.String({ description: 'The term in the source language.' }),
  target: Type.String({ description: 'The term in the target language.' }),
});
