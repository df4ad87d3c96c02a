/**
 * Reads a WordprocessingML part: the body, headers and footers, notes, comments. Every paragraph is a unit,
 * including those of text boxes and cells. Unknown content in a paragraph is copied unchanged.
 */

import type { XmlCursor } from '../../../markup/xml-cursor.ts';
import { officeCursor } from '../shared/ooxml/office-xml.ts';
import { TextPart } from '../shared/ooxml/text-part.ts';
import { RepeatedUnits, type UnitTaker } from '../shared/ooxml/unit-list.ts';
import { FieldNesting, isReadField } from './word-fields.ts';
import { Line } from './word-line.ts';
import { readRun } from './word-run.ts';
import { WordStyles } from './word-styles.ts';

/** Elements that enclose runs, and still enclose them after translation. */
const containers = new Set('w:hyperlink w:ins w:moveTo w:smartTag w:customXml w:dir w:bdo'.split(' '));

/** Results of spell checking the source, which do not apply to the translation. */
const leftovers = new Set(['w:proofErr']);

/** Content controls whose content is a value from a list, a calendar or a data binding. */
const boundControls = new Set(
  'w:dataBinding w:dropDownList w:comboBox w:date w:docPartList w:picture w14:checkbox w:citation'.split(' '),
);

export function readWordPart(text: string, name: string, units: UnitTaker): TextPart {
  const reader = new WordReader(text, name, units);
  return reader.read();
}

class WordReader {
  readonly #cursor: XmlCursor;
  readonly #part: TextPart;
  #units: UnitTaker;
  readonly #styles = new WordStyles();
  /** Fields that are open at the current position; a table of contents spans many paragraphs. */
  #fields = new FieldNesting();

  constructor(text: string, name: string, units: UnitTaker) {
    this.#cursor = officeCursor(text, name);
    this.#part = new TextPart(text);
    this.#units = units;
  }

  read(): TextPart {
    while (this.#cursor.next() !== 'end') this.#block();
    return this.#part;
  }

  /** Reads an element at a position where paragraphs are allowed. */
  #block(): void {
    const { kind, name } = this.#cursor;
    if (kind !== 'open') return;
    if (name === 'w:p') this.#paragraph();
    else if (name === 'w:sdt') this.#blockControl();
    else if (name === 'mc:AlternateContent') this.#alternatives();
    else if (name === 'm:oMathPara') this.#cursor.skipElement();
  }

  /** Reads up to the end of the element that was just opened. */
  readonly readInside = (): void => {
    if (this.#cursor.kind === 'empty') return;
    const outer = this.#fields;
    this.#fields = new FieldNesting();
    if (this.#cursor.name === 'mc:AlternateContent') this.#alternatives();
    else this.#untilClosed(() => this.#block());
    this.#fields = outer;
  };

  #untilClosed(each: () => void): void {
    const { depth } = this.#cursor;
    while (this.#cursor.nextInside(depth)) each();
  }

  /** Reads alternatives, which hold the same content for different program versions. */
  #alternatives(): void {
    const outer = this.#units;
    this.#units = new RepeatedUnits(outer);
    this.#untilClosed(() => this.#block());
    this.#units = outer;
  }

  #blockControl(): void {
    if (this.#openControl() === 'copied') this.#cursor.skipElement();
  }

  /** Moves to the start of the content of a content control, or to its end if it has no content. */
  #openControl(): 'read' | 'copied' | 'empty' {
    let result: 'read' | 'copied' = 'read';
    const { depth } = this.#cursor;
    while (this.#cursor.nextInside(depth)) {
      const { kind, name } = this.#cursor;
      if (boundControls.has(name)) result = 'copied';
      if (kind === 'open' && name === 'w:sdtContent') return result;
    }
    return 'empty';
  }

  #paragraph(): void {
    const line = new Line(this.#fields);
    let start = this.#cursor.end;
    this.#untilClosed(() => {
      if (this.#cursor.name === 'w:pPr') {
        this.#cursor.skipElement();
        start = this.#cursor.end;
      } else {
        this.#inline(line);
      }
    });
    this.#part.addParagraph({ start, end: this.#cursor.start }, line.finish(), this.#units);
  }

  /** Reads one element inside a paragraph. */
  #inline(line: Line): void {
    const cursor = this.#cursor;
    const { kind, name, start } = cursor;
    if (kind !== 'open' && kind !== 'empty') return;
    if (name === 'w:r' && kind === 'open') {
      readRun(cursor, line, this.#styles, this.readInside);
    } else if (leftovers.has(name)) {
      cursor.skipElement();
    } else if (kind === 'open' && name === 'w:sdt') {
      this.#control(line);
    } else if (kind === 'open' && (containers.has(name) || this.#isReadSimpleField())) {
      this.#container(line, start, cursor.depth);
    } else {
      if (name === 'mc:AlternateContent') this.readInside();
      else cursor.skipElement();
      line.addObject([{ start, end: cursor.end }]);
    }
  }

  #isReadSimpleField(): boolean {
    return this.#cursor.name === 'w:fldSimple' && isReadField(this.#cursor.attribute(':instr') ?? '');
  }

  #control(line: Line): void {
    const { start, depth } = this.#cursor;
    const content = this.#openControl();
    if (content === 'read') {
      this.#container(line, start, depth);
      return;
    }
    if (content === 'copied') this.#leave(depth);
    line.addObject([{ start, end: this.#cursor.end }]);
  }

  /** Moves to the end of the element whose content has the given depth. */
  #leave(depth: number): void {
    while (this.#cursor.kind !== 'close' || this.#cursor.depth >= depth) this.#cursor.next();
  }

  /** It opens from `start` to the current token; a content control has two elements, the outer at `depth`. */
  #container(line: Line, start: number, depth: number): void {
    const cursor = this.#cursor;
    let openEnd = cursor.end;
    const inner = new Line(this.#fields);
    this.#untilClosed(() => {
      // Its properties come first, and must stay first.
      if (cursor.name.endsWith('Pr') && cursor.kind !== 'close') {
        cursor.skipElement();
        openEnd = cursor.end;
      } else {
        this.#inline(inner);
      }
    });
    const closeStart = cursor.start;
    this.#leave(depth);
    line.add({
      kind: 'container',
      open: [{ start, end: openEnd }],
      close: [{ start: closeStart, end: cursor.end }],
      children: inner.finish(),
    });
  }
}
