import { expect, test } from 'vitest';
import { differingParts, partsOf } from '../../../../test/support/documents/archive-parts.ts';
import { shiftMarkup } from '../../../../test/support/documents/shift-markup.ts';
import { slideParagraph, slideRun, slidesSample } from '../../../../test/support/documents/slides-sample.ts';
import { pptx } from './pptx.ts';

const unitsOf = (file: Uint8Array) => pptx.open(file).units.map((unit) => unit.text);

test('slides in the order in which they are shown, each with its drawings, notes and comments', () => {
  expect(unitsOf(slidesSample())).toEqual([
    'The year in review',
    'We sold <g1>many more</g1> boats &amp; oars',
    'First line<x1/><g2>a link</g2> below it',
    'Inside a group',
    'Slide <x1/> of many',
    'Boat',
    'Price',
    'Canoe',
    'Speak slowly here.',
    'Make this &amp; that larger',
    'Figures and plans',
    'Boats by season',
    'Boats',
    'Spring',
    'Summer',
    'Plan the work',
    'Work the plan',
  ]);
});

test('the same translations give the same file, byte for byte', () => {
  const file = slidesSample();
  const document = pptx.open(file);
  const same = document.assemble(
    document.units.map((unit) => unit.text),
    'de',
  );
  expect(Buffer.compare(same, file)).toBe(0);
});

test('only slides and what belongs to them change; layouts and masters stay', () => {
  const file = slidesSample();
  const document = pptx.open(file);
  const shifted = document.units.map((unit) => shiftMarkup(unit.text));
  const result = document.assemble(shifted, 'de');
  expect(unitsOf(result)).toEqual(shifted);
  expect(differingParts(file, result)).toEqual([
    'ppt/slides/slide1.xml',
    'ppt/slides/slide2.xml',
    'ppt/notesSlides/notesSlide1.xml',
    'ppt/comments/comment1.xml',
    'ppt/charts/chart1.xml',
    'ppt/diagrams/data1.xml',
    'ppt/diagrams/drawing1.xml',
  ]);
});

test('looks, links, breaks and bullets are put back', () => {
  const translations: Record<string, string> = {
    'We sold <g1>many more</g1> boats &amp; oars': '<g1>Viel mehr</g1> Boote &amp; Ruder',
    'First line<x1/><g2>a link</g2> below it': '<g2>Link</g2> oben<x1/>Zeile',
    'Slide <x1/> of many': '<x1/> von vielen',
  };
  const document = pptx.open(slidesSample());
  const file = document.assemble(
    document.units.map(({ text }) => translations[text] ?? text),
    'de',
  );
  const slide = partsOf(file).get('ppt/slides/slide2.xml') ?? '';
  const bullet =
    '<a:pPr marL="285750" indent="-285750"><a:buFont typeface="Arial"/><a:buChar char="•"/></a:pPr>';
  expect(slide).toContain(
    slideParagraph(
      `${bullet}${slideRun(' b="1" err="1"', 'Viel mehr')}${slideRun('', ' Boote &amp; Ruder')}`,
    ),
  );
  expect(slide).toContain(
    slideParagraph(
      `${bullet}<a:r><a:rPr lang="en-US"><a:hlinkClick r:id="rId4"/></a:rPr><a:t>Link</a:t></a:r>${slideRun('', ' oben')}<a:br><a:rPr lang="en-US"/></a:br>${slideRun('', 'Zeile')}`,
    ),
  );
  expect(slide).toMatch(
    /<a:p><a:fld [^>]*type="slidenum">.*?<\/a:fld><a:r><a:rPr lang="en-US"\/><a:t> von vielen<\/a:t>/,
  );
});
