/** Any character of Unicode. fast-check has its own, which takes a second to list them all. */
import fc from 'fast-check';

export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7_ff }),
    fc.integer({ min: 0xe0_00, max: 0xff_ff }),
    fc.integer({ min: 0x1_00_00, max: 0x10_ff_ff }),
  )
  .map((codePoint) => String.fromCodePoint(codePoint));
