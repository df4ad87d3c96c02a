/** PowerPoint presentations. docs/call/office-documents.md says what is translated and what is kept. */

import { type DocumentFormat, InvalidDocumentError } from '../format.ts';
import { readDrawingPart } from '../shared/ooxml/drawing-part.ts';
import { isEmbeddedDrawing, readDrawings } from '../shared/ooxml/embedded-drawings.ts';
import { type OfficePackage, openOffice, type ReadParts } from '../shared/ooxml/office-package.ts';
import { officeCursor } from '../shared/ooxml/office-xml.ts';
import type { TextPart } from '../shared/ooxml/text-part.ts';
import type { UnitList } from '../shared/ooxml/unit-list.ts';

const presentation = 'application/vnd.openxmlformats-officedocument.presentationml.';

export const pptx: DocumentFormat = {
  id: 'pptx',
  extensions: ['pptx'],
  contentType: `${presentation}presentation`,
  markup: 'xml',
  open: (file) =>
    openOffice(file, {
      title: 'a PowerPoint presentation (.pptx)',
      mainType: `${presentation}presentation.main+xml`,
      read: readParts,
    }),
};

/** Parts that belong to a slide and hold text of their own. */
const besideSlides = new Set([
  `${presentation}notesSlide+xml`,
  `${presentation}comments+xml`,
  'application/vnd.ms-powerpoint.comments+xml',
]);

/** Reads slide by slide, each with its charts and diagrams, its notes and its comments. */
function readParts(parts: OfficePackage, mainPart: string, units: UnitList): ReadParts {
  const read = new Map<string, TextPart>();
  for (const slide of slidesOf(parts, mainPart)) {
    if (read.has(slide)) continue;
    read.set(slide, readDrawingPart(parts.text(slide), slide, units));
    const drawings = embeddedIn(parts, slide).filter((name) => !read.has(name));
    for (const [name, part] of readDrawings(parts, drawings, units)) read.set(name, part);
    for (const { target } of parts.relationships(slide).values()) {
      if (read.has(target) || !besideSlides.has(parts.contentType(target))) continue;
      read.set(target, readDrawingPart(parts.text(target), target, units));
    }
  }
  return { parts: read };
}

/** In presentation order. */
function slidesOf(parts: OfficePackage, mainPart: string): string[] {
  const relationships = parts.relationships(mainPart);
  const cursor = officeCursor(parts.text(mainPart), mainPart);
  const slides: string[] = [];
  while (cursor.nextTag()) {
    if (cursor.name !== 'p:sldId') continue;
    // `id` without a prefix is a different attribute.
    const slide = relationships.get(cursor.attribute(':id') ?? '')?.target;
    if (slide === undefined)
      throw new InvalidDocumentError('The file is damaged: one of its slides is missing.');
    slides.push(slide);
  }
  return slides;
}

/** Charts and diagrams of a slide, and the drawings on the charts. */
function embeddedIn(parts: OfficePackage, slide: string): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    for (const { target } of parts.relationships(name).values()) {
      if (found.has(target) || !isEmbeddedDrawing(parts.contentType(target))) continue;
      found.add(target);
      visit(target);
    }
  };
  visit(slide);
  return [...found];
}
