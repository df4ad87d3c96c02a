/** Rejects engine output that is not one text of a possible length and in valid characters for each text. What the texts say is not checked here. */
import { EngineError } from '../../engines/engine.ts';

/** A translation is at most a few times as long as its text; anything far beyond that is runaway output. */
const maxLength = (text: string) => 2_000 + 20 * text.length;

export function checkAnswerShape(texts: readonly string[], answers: unknown): asserts answers is string[] {
  if (!Array.isArray(answers) || answers.length !== texts.length) {
    throw new EngineError('the engine returned a different number of texts than it received');
  }
  for (const [i, text] of texts.entries()) {
    const answer: unknown = answers[i];
    if (typeof answer !== 'string') throw new EngineError('the engine returned a value that is not a text');
    if (answer.length > maxLength(text))
      throw new EngineError('the engine returned a text that is far too long');
    if (!answer.isWellFormed() || answer.includes('\u0000'))
      throw new EngineError('the engine returned invalid Unicode');
  }
}

/** XML cannot hold them in any form, and no text to read needs them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match them.
const controls = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Removes the control characters that an engine added to a text. Those of the text itself may stay. */
export function withoutAddedControls(text: string, answer: string): string {
  if (answer.search(controls) === -1) return answer;
  const own = new Set(text.match(controls));
  return answer.replaceAll(controls, (control) => (own.has(control) ? control : ''));
}
