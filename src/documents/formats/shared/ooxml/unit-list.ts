/** Collects the units of a document while it is read, and throws as soon as a limit is exceeded. */
import { type DocumentUnit, InvalidDocumentError } from '../../format.ts';
import { DocumentSize, documentLimits, hasMoreThan, tagSign } from '../limits.ts';

const { maxUnitLength, maxUnitMarkup } = documentLimits;
const entitySign = '&'.charCodeAt(0);

/** Collects units and returns their numbers; units that share a translation may share a number. */
export interface UnitTaker {
  add(unit: DocumentUnit): number;
}

export class UnitList implements UnitTaker {
  readonly units: DocumentUnit[] = [];
  readonly #size = new DocumentSize();

  /** Returns the number of the new unit. */
  add({ text, characters }: DocumentUnit): number {
    this.#size.add(characters);
    if (text.length > maxUnitLength) {
      throw new InvalidDocumentError(
        `A paragraph or cell has more than ${maxUnitLength} characters. Split it.`,
      );
    }
    if (
      text.length > maxUnitMarkup &&
      [tagSign, entitySign].some((sign) => hasMoreThan(maxUnitMarkup / 2, sign, text))
    ) {
      throw new InvalidDocumentError(
        `A paragraph or cell changes its formatting more than ${maxUnitMarkup / 4} times. Split it.`,
      );
    }
    return this.units.push({ text, characters }) - 1;
  }
}

/** For content that a file holds in several versions: equal texts share one unit, which is charged once. */
export class RepeatedUnits implements UnitTaker {
  readonly #units: UnitTaker;
  readonly #known = new Map<string, number>();

  constructor(units: UnitTaker) {
    this.#units = units;
  }

  add(unit: DocumentUnit): number {
    const known = this.#known.get(unit.text) ?? this.#units.add(unit);
    this.#known.set(unit.text, known);
    return known;
  }
}
