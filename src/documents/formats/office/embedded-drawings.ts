/** Charts and diagrams, which all three kinds of documents embed. */
import { readDrawingPart } from './drawing-part.ts';
import type { OfficePackage } from './office-package.ts';
import type { TextPart } from './text-part.ts';
import { RepeatedUnits, type UnitTaker } from './unit-list.ts';

const drawing = 'application/vnd.openxmlformats-officedocument.drawingml.';

const charts = new Set([
  `${drawing}chart+xml`,
  `${drawing}chartshapes+xml`,
  'application/vnd.ms-office.chartex+xml',
]);

/** What a diagram says, and the drawing that was made of it. */
const diagrams = new Set([
  `${drawing}diagramData+xml`,
  'application/vnd.ms-office.drawingml.diagramDrawing+xml',
]);

export function isEmbeddedDrawing(type: string): boolean {
  return charts.has(type) || diagrams.has(type);
}

/** Reads those of the named parts that are charts or diagrams. */
export function readDrawings(
  parts: OfficePackage,
  names: readonly string[],
  units: UnitTaker,
  cachedName?: (text: string) => number | undefined,
): Map<string, TextPart> {
  const read = new Map<string, TextPart>();
  const diagramUnits = new RepeatedUnits(units);
  for (const name of names) {
    const type = parts.contentType(name);
    if (charts.has(type)) read.set(name, readDrawingPart(parts.text(name), name, units, cachedName));
    else if (diagrams.has(type)) read.set(name, readDrawingPart(parts.text(name), name, diagramUnits));
  }
  return read;
}
