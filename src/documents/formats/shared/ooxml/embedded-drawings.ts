/** Charts and diagrams, which Word, PowerPoint and Excel files all embed. */
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

/** The data of a diagram, and the drawing generated from it. */
const diagrams = new Set([
  `${drawing}diagramData+xml`,
  'application/vnd.ms-office.drawingml.diagramDrawing+xml',
]);

export function isEmbeddedDrawing(type: string): boolean {
  return charts.has(type) || diagrams.has(type);
}

/** Reads the charts and diagrams among the named parts. */
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
