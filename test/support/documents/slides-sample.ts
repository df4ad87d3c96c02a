/** A PowerPoint presentation with titles, lists, a table, a group, a chart, a diagram, notes and comments. */
import { chartPart, chartType } from './chart-part.ts';
import {
  coreProperties,
  drawingNamespace,
  office,
  packParts,
  png,
  relationships,
  type SamplePart,
  xmlHead,
} from './office-parts.ts';

const type = 'application/vnd.openxmlformats-officedocument.presentationml.';
const namespaces = `xmlns:a="${drawingNamespace}" xmlns:r="${office}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
const root = (name: string, content: string, attributes = '') =>
  `${xmlHead}<p:${name} ${namespaces}${attributes}>${content}</p:${name}>`;

export const slideRun = (properties: string, words: string): string =>
  `<a:r><a:rPr lang="en-US"${properties}/><a:t>${words}</a:t></a:r>`;
export const slideParagraph = (content: string): string =>
  `<a:p>${content}<a:endParaRPr lang="en-US" dirty="0"/></a:p>`;

const frame = (x: number, y: number, width: number, height: number) =>
  `<a:off x="${x * 100_000}" y="${y * 100_000}"/><a:ext cx="${width * 100_000}" cy="${height * 100_000}"/>`;
const identity =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';

let lastShape = 10;
const shape = (place: string, paragraphs: string, placeholder = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${++lastShape}" name="Shape"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm>${place}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs}</p:txBody></p:sp>`;
const tree = (content: string) => `<p:cSld><p:spTree>${identity}${content}</p:spTree></p:cSld>`;
const title = (words: string) =>
  shape(frame(5, 3, 80, 8), slideParagraph(slideRun(' dirty="0"', words)), '<p:ph type="title"/>');

const cell = (words: string) =>
  `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${slideParagraph(slideRun('', words))}</a:txBody><a:tcPr/></a:tc>`;
const tableRow = (...words: string[]) => `<a:tr h="400000">${words.map(cell).join('')}</a:tr>`;
const graphicFrame = (place: string, uri: string, content: string) =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${++lastShape}" name="Frame"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm>${place}</p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/${uri}">${content}</a:graphicData></a:graphic></p:graphicFrame>`;
const picture = `<p:pic><p:nvPicPr><p:cNvPr id="3" name="Picture"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId3"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm>${frame(75, 45, 10, 10)}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;

const firstSlide = root(
  'sld',
  tree(
    title('The year in review') +
      shape(
        frame(5, 13, 40, 20),
        slideParagraph(
          `<a:pPr marL="285750" indent="-285750"><a:buFont typeface="Arial"/><a:buChar char="•"/></a:pPr>${slideRun('', 'We sold ')}${slideRun(' b="1" err="1"', 'many')}${slideRun(' b="1" dirty="0"', ' more')}${slideRun('', ' boats &amp; oars')}`,
        ) +
          slideParagraph(
            `<a:pPr marL="285750" indent="-285750"><a:buFont typeface="Arial"/><a:buChar char="•"/></a:pPr>${slideRun('', 'First line')}<a:br><a:rPr lang="en-US"/></a:br><a:r><a:rPr lang="en-US"><a:hlinkClick r:id="rId4"/></a:rPr><a:t>a link</a:t></a:r>${slideRun('', ' below it')}`,
          ),
      ) +
      `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="5" name="Group"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm>${frame(50, 13, 35, 8)}<a:chOff x="5000000" y="1300000"/><a:chExt cx="3500000" cy="800000"/></a:xfrm></p:grpSpPr>${shape(frame(50, 13, 35, 8), slideParagraph(slideRun(' i="1"', 'Inside a group')))}</p:grpSp>` +
      shape(
        frame(5, 60, 30, 5),
        slideParagraph(
          `${slideRun('', 'Slide ')}<a:fld id="{00000000-0000-0000-0000-000000000001}" type="slidenum"><a:rPr lang="en-US"/><a:t>1</a:t></a:fld>${slideRun('', ' of many')}`,
        ),
      ) +
      graphicFrame(
        frame(5, 36, 60, 12),
        'table',
        `<a:tbl><a:tblPr firstRow="1"/><a:tblGrid><a:gridCol w="3000000"/><a:gridCol w="3000000"/></a:tblGrid>${tableRow('Boat', 'Price')}${tableRow('Canoe', '1,200')}</a:tbl>`,
      ) +
      picture,
  ),
);

const secondSlide = root(
  'sld',
  tree(
    title('Figures and plans') +
      graphicFrame(
        frame(5, 13, 40, 30),
        'chart',
        `<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId2"/>`,
      ) +
      graphicFrame(
        frame(48, 13, 40, 30),
        'diagram',
        '<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="rId3" r:lo="rId3" r:qs="rId3" r:cs="rId3"/>',
      ),
  ),
);

const dgm = 'http://schemas.openxmlformats.org/drawingml/2006/diagram';
const point = (id: number, words: string) =>
  `<dgm:pt modelId="${id}"><dgm:prSet/><dgm:spPr/><dgm:t><a:bodyPr/><a:p>${slideRun('', words)}</a:p></dgm:t></dgm:pt>`;
const diagramData = `${xmlHead}<dgm:dataModel xmlns:dgm="${dgm}" xmlns:a="${drawingNamespace}"><dgm:ptLst><dgm:pt modelId="0" type="doc"/>${point(1, 'Plan the work')}${point(2, 'Work the plan')}</dgm:ptLst><dgm:cxnLst/><dgm:bg/><dgm:whole/><dgm:extLst><a:ext uri="http://schemas.microsoft.com/office/drawing/2008/diagram"><dsp:dataModelExt xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram" relId="rId4" minVer="http://schemas.openxmlformats.org/drawingml/2006/diagram"/></a:ext></dgm:extLst></dgm:dataModel>`;
const diagramShape = (y: number, words: string) =>
  `<dsp:sp modelId="{0}"><dsp:nvSpPr><dsp:cNvPr id="0" name=""/><dsp:cNvSpPr/></dsp:nvSpPr><dsp:spPr><a:xfrm>${frame(0, y, 30, 10)}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></dsp:spPr><dsp:txBody><a:bodyPr/><a:p>${slideRun('', words)}</a:p></dsp:txBody></dsp:sp>`;
const diagramDrawing = `${xmlHead}<dsp:drawing xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram" xmlns:dgm="${dgm}" xmlns:a="${drawingNamespace}"><dsp:spTree><dsp:nvGrpSpPr><dsp:cNvPr id="0" name=""/><dsp:cNvGrpSpPr/></dsp:nvGrpSpPr><dsp:grpSpPr/>${diagramShape(0, 'Plan the work')}${diagramShape(12, 'Work the plan')}</dsp:spTree></dsp:drawing>`;

const master = root(
  'sldMaster',
  `${tree(shape(frame(5, 3, 80, 8), slideParagraph(slideRun('', 'Click to edit the master title')), '<p:ph type="title"/>'))}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst>`,
);
const layout = root(
  'sldLayout',
  `${tree(shape(frame(5, 3, 80, 8), slideParagraph(slideRun('', 'Click to add a title')), '<p:ph type="title"/>'))}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>`,
);
const colours = [
  'dk1',
  'lt1',
  'dk2',
  'lt2',
  'accent1',
  'accent2',
  'accent3',
  'accent4',
  'accent5',
  'accent6',
  'hlink',
  'folHlink',
]
  .map(
    (name, i) =>
      `<a:${name}><a:srgbClr val="${['000000', 'FFFFFF', '1F497D', 'EEECE1', '4F81BD', 'C0504D', '9BBB59', '8064A2', '4BACC6', 'F79646', '0000FF', '800080'][i]}"/></a:${name}>`,
  )
  .join('');
const font = '<a:latin typeface="Liberation Sans"/><a:ea typeface=""/><a:cs typeface=""/>';
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const line = `<a:ln w="9525">${fill}</a:ln>`;
const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>';
const theme = `${xmlHead}<a:theme xmlns:a="${drawingNamespace}" name="Office"><a:themeElements><a:clrScheme name="Office">${colours}</a:clrScheme><a:fontScheme name="Office"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Office"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;

const drawing = 'application/vnd.openxmlformats-officedocument.drawingml.';

export function slidesSample(): Buffer {
  const parts: SamplePart[] = [
    { name: '_rels/.rels', content: relationships([['officeDocument', 'ppt/presentation.xml']]) },
    {
      name: 'ppt/presentation.xml',
      type: `${type}presentation.main+xml`,
      content: root(
        'presentation',
        '<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId3"/><p:sldId id="257" r:id="rId2"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/>',
      ),
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      // The slide that is shown first is the second file.
      content: relationships([
        ['slideMaster', 'slideMasters/slideMaster1.xml'],
        ['slide', 'slides/slide1.xml'],
        ['slide', 'slides/slide2.xml'],
        ['theme', 'theme/theme1.xml'],
      ]),
    },
    { name: 'ppt/slides/slide1.xml', type: `${type}slide+xml`, content: secondSlide },
    {
      name: 'ppt/slides/_rels/slide1.xml.rels',
      content: relationships([
        ['slideLayout', '../slideLayouts/slideLayout1.xml'],
        ['chart', '../charts/chart1.xml'],
        ['diagramData', '../diagrams/data1.xml'],
        ['http://schemas.microsoft.com/office/2007/relationships/diagramDrawing', '../diagrams/drawing1.xml'],
      ]),
    },
    { name: 'ppt/slides/slide2.xml', type: `${type}slide+xml`, content: firstSlide },
    {
      name: 'ppt/slides/_rels/slide2.xml.rels',
      content: relationships([
        ['slideLayout', '../slideLayouts/slideLayout1.xml'],
        ['notesSlide', '../notesSlides/notesSlide1.xml'],
        ['image', '../media/image1.png'],
        ['hyperlink', 'https://example.org/', 'External'],
        ['comments', '../comments/comment1.xml'],
      ]),
    },
    {
      name: 'ppt/notesSlides/notesSlide1.xml',
      type: `${type}notesSlide+xml`,
      content: root(
        'notes',
        tree(
          shape(
            frame(5, 40, 60, 40),
            slideParagraph(slideRun('', 'Speak slowly here.')),
            '<p:ph type="body" idx="1"/>',
          ),
        ),
      ),
    },
    {
      name: 'ppt/notesSlides/_rels/notesSlide1.xml.rels',
      content: relationships([['slide', '../slides/slide2.xml']]),
    },
    {
      name: 'ppt/comments/comment1.xml',
      type: `${type}comments+xml`,
      content: root(
        'cmLst',
        '<p:cm authorId="0" dt="2026-01-01T00:00:00" idx="1"><p:pos x="0" y="0"/><p:text>Make this &amp; that larger</p:text></p:cm>',
      ),
    },
    { name: 'ppt/slideMasters/slideMaster1.xml', type: `${type}slideMaster+xml`, content: master },
    {
      name: 'ppt/slideMasters/_rels/slideMaster1.xml.rels',
      content: relationships([
        ['slideLayout', '../slideLayouts/slideLayout1.xml'],
        ['theme', '../theme/theme1.xml'],
      ]),
    },
    { name: 'ppt/slideLayouts/slideLayout1.xml', type: `${type}slideLayout+xml`, content: layout },
    {
      name: 'ppt/slideLayouts/_rels/slideLayout1.xml.rels',
      content: relationships([['slideMaster', '../slideMasters/slideMaster1.xml']]),
    },
    {
      name: 'ppt/theme/theme1.xml',
      type: 'application/vnd.openxmlformats-officedocument.theme+xml',
      content: theme,
    },
    {
      name: 'ppt/charts/chart1.xml',
      type: chartType,
      content: chartPart('Boats by season', 'Boats', ['Spring', 'Summer']),
    },
    { name: 'ppt/diagrams/data1.xml', type: `${drawing}diagramData+xml`, content: diagramData },
    {
      name: 'ppt/diagrams/drawing1.xml',
      type: 'application/vnd.ms-office.drawingml.diagramDrawing+xml',
      content: diagramDrawing,
    },
    { name: 'ppt/media/image1.png', content: png(16) },
    coreProperties,
  ];
  return packParts(parts);
}
