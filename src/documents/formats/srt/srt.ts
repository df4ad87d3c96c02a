/**
 * SubRip subtitles. What one speaker says in one cue is one unit, regardless of its line breaks; its
 * translation is broken into as many lines. A sentence that continues in the next cue is translated cue by
 * cue: viewers see where a cue ends, and no engine can be asked to end a part of a sentence at a given time.
 */
import { splice } from '../../../markup/splice.ts';
import { type DocumentFormat, InvalidDocumentError, type OpenDocument } from '../format.ts';
import { decodeText, encodeOrWiden } from '../shared/decode-text.ts';
import { checkTextSize, DocumentSize, documentLimits } from '../shared/limits.ts';
import { unitSplices } from '../shared/placed-units.ts';
import { cueUnitsOf } from './srt-cues.ts';

export const srt: DocumentFormat = {
  id: 'srt',
  extensions: ['srt'],
  contentType: 'application/x-subrip',
  markup: 'xml',
  open: openSubtitles,
};

function openSubtitles(file: Uint8Array): OpenDocument {
  // Times and numbers have three or four times as many characters as the speech.
  checkTextSize(file, 4 * documentLimits.maxCharacters);
  const { text, encoding } = decodeText(file);
  const units = cueUnitsOf(text) ?? (text.trim() === '' ? [] : undefined);
  if (units === undefined) {
    throw new InvalidDocumentError(
      'The document is not SubRip: it has no line such as "00:00:01,000 --> 00:00:02,500".',
    );
  }
  const size = new DocumentSize();
  for (const unit of units) {
    size.add(unit.characters);
    if (unit.text.length > documentLimits.maxUnitLength) {
      throw new InvalidDocumentError(
        `A cue of the document has more than ${documentLimits.maxUnitLength} characters.`,
      );
    }
  }
  return {
    units,
    assemble: (translations) => encodeOrWiden(encoding, splice(text, unitSplices(units, translations))),
  };
}
