/**
 * Words that formulas, filters and pivot tables compare cells with, or use as column names. A cell with
 * exactly such a word is not translated: `=IF(A1="Open",…)` would never be true again.
 */
export class FormulaWords {
  readonly #words = new Set<string>();

  add(word: string): void {
    this.#words.add(fold(word));
  }

  has(text: string): boolean {
    return this.#words.has(fold(text));
  }

  /** Adds the strings of a formula in quotes, and its column names in brackets. */
  addFormula(formula: string): void {
    if (formula.length > longestFormula) return;
    for (const [, text] of formula.matchAll(/"([^"]*(?:""[^"]*)*)"/g))
      this.#addText((text ?? '').replaceAll('""', '"'));
    if (!formula.includes('[')) return;
    for (const name of formula.split(/[[\]]/)) this.add(name.replace(/^@/, '').replaceAll(/'(.)/g, '$1'));
  }

  /** A drop-down list is one string with commas. */
  #addText(text: string): void {
    this.add(text);
    if (text.includes(',')) for (const item of text.split(',')) this.add(item);
  }
}

/** Excel accepts 8,192 characters. */
const longestFormula = 32_768;

function fold(word: string): string {
  return word.trim().toLowerCase();
}
