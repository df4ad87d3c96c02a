/** Rejects engine output that is not one text for each text, and removes from a text what no reader can use. */
import { EngineError } from '../../engines/engine.ts';

/** What the texts say is not checked here. */
export function checkAnswerShape(texts: readonly string[], answers: unknown): asserts answers is string[] {
  if (!Array.isArray(answers) || answers.length !== texts.length)
    throw new EngineError('the engine returned a different number of texts than it received');
  if (!answers.every((answer) => typeof answer === 'string'))
    throw new EngineError('the engine returned a value that is not a text');
}

/** A translation is at most a few times as long as its text; anything far beyond that is runaway output. */
const maxLength = (text: string) => 2_000 + 20 * text.length;

/** XML cannot hold them in any form, and no text to read needs them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match them.
const controls = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * An answer in valid characters, without the control characters that the engine added; those of the text itself may stay.
 * Half a character and NUL become U+FFFD and runaway output becomes empty, so that only this text is
 * asked for again, and not the others of its call.
 */
export function readableAnswer(text: string, answer: string): string {
  if (answer.length > maxLength(text)) return '';
  const valid = answer.toWellFormed().replaceAll('\u0000', '\ufffd');
  if (valid.search(controls) === -1) return valid;
  const own = new Set(text.match(controls));
  return valid.replaceAll(controls, (control) => (own.has(control) ? control : ''));
}
