/** Finds the one source language of a whole document, and checks that its units can be translated. */
import type { Uploader } from '../../gateway/document-calls.ts';
import { rightsOf } from '../../gateway/engine-work.ts';
import type { LanguagePair } from '../../lib/language-tag.ts';
import { done, type Outcome, type Refusal } from '../../lib/outcome.ts';
import type { Preview, Translator } from '../../translate/translator.ts';
import type { DocumentFormat, DocumentUnit } from '../formats/format.ts';
import * as refusals from '../refusals.ts';
import { chunksOf } from './translate-in-chunks.ts';
import { type DocumentWishes, requestFor } from './unit-request.ts';
import type { Upload } from './upload.ts';

/** Enough text to detect the language of a document; more would not change the result. */
const sampleCharacters = 4_000;

export async function findLanguages(
  translator: Translator,
  caller: Uploader,
  upload: Upload,
  format: DocumentFormat,
  units: readonly DocumentUnit[],
): Promise<Outcome<LanguagePair>> {
  const { teamId } = caller;
  const wishes = { ...upload, target: upload.targetLang, source: upload.sourceLang };
  const [chunk = []] = chunksOf(spread(units));
  const sample = chunk.map(({ text }) => text);
  const prepared = await translator.prepare(requestFor(sample, format.markup, wishes), { teamId });
  if (!prepared.ok) return prepared;
  const words = prepared.texts.map((text) => text.words).join('\n');
  const found = await preview(words.slice(0, sampleCharacters), wishes);
  if (!found.ok) return found;
  const { sources: [source = ''] = [], areUnchanged: [isUnchanged = false] = [], target } = found;
  const hasWords = units.some(({ characters }) => characters > 0);
  if (isUnchanged && hasWords && !upload.acceptsSameLanguage) return refusals.sameLanguage(target);
  // The text is not needed again: whether a glossary has a dictionary depends on the languages alone.
  for (const id of upload.glossaryIds ?? []) {
    const each = await preview('', { ...wishes, source, glossaryIds: [id] });
    if (!each.ok) return each;
  }
  return done({ source, target });

  async function preview(text: string, options: DocumentWishes): Promise<Preview | Refusal> {
    const whole = await translator.prepare(requestFor([text], 'none', options), { teamId });
    return whole.ok ? translator.preview(whole, rightsOf(caller)) : whole;
  }
}

/** Samples units from the whole document: its first page may be in another language than the rest. */
function spread(units: readonly DocumentUnit[]): readonly DocumentUnit[] {
  const step = Math.max(1, Math.floor(units.length / 50));
  return units.filter((_unit, i) => i % step === 0);
}
