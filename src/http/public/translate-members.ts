/** The members that translate calls have on every path. */
import Type from 'typebox';
import { maxLanguageTagLength } from '../../lib/language-tag.ts';
import { requestLimits } from '../../lib/request-limits.ts';

export const texts = Type.Array(Type.String(), { minItems: 1, maxItems: requestLimits.maxTextsPerCall });
export const languageTag = Type.String({ minLength: 1, maxLength: maxLanguageTagLength });
export const formality = Type.Enum(['default', 'more', 'less', 'prefer_more', 'prefer_less']);
export const contextText = Type.String({ maxLength: requestLimits.maxContextCharacters });

export const warnings = Type.Array(Type.Object({ code: Type.String(), detail: Type.String() }));
