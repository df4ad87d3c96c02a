/** Positions in a text. */
export interface Place {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Attributes of one tag. Real tags have a few dozen. */
export const maxAttributes = 1_000;

/** An attribute of a tag, at the place of its value without quotes; without a value, both positions are 0. */
export interface Attribute extends Place {
  readonly name: string;
  /** With its entities decoded. */
  readonly value: string;
  /** Empty if the value is not quoted. */
  readonly quote: '"' | "'" | '';
}
