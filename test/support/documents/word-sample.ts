/** A Word document that has one of everything, as Word writes it, and as many chapters as a test wants. */
import {
  coreProperties,
  drawingNamespace,
  packParts,
  png,
  relationships,
  type SamplePart,
  xmlHead,
} from './office-parts.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
const namespaces = [
  ['w', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['r', 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'],
  ['wp', 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing'],
  ['wps', 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape'],
  ['mc', 'http://schemas.openxmlformats.org/markup-compatibility/2006'],
  ['m', 'http://schemas.openxmlformats.org/officeDocument/2006/math'],
  ['v', 'urn:schemas-microsoft-com:vml'],
  ['a', drawingNamespace],
]
  .map(([prefix, address]) => `xmlns:${prefix}="${address}"`)
  .join(' ');

const root = (name: string, content: string) =>
  `${xmlHead}<w:${name} ${namespaces} mc:Ignorable="">${content}</w:${name}>`;

/** A run: its properties, and its text or anything else. */
export const run = (properties: string, content: string): string =>
  `<w:r w:rsidR="00A1">${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${content}</w:r>`;
export const text = (words: string): string => `<w:t xml:space="preserve">${words}</w:t>`;
export const plain = (words: string): string => run('', text(words));
export const bold = (words: string): string => run('<w:b/>', text(words));
export const italic = (words: string): string => run('<w:i/>', text(words));
export const paragraph = (content: string, style = ''): string =>
  `<w:p w:rsidR="00B2">${style === '' ? '' : `<w:pPr>${style}</w:pPr>`}${content}</w:p>`;
const styled = (name: string) => `<w:pStyle w:val="${name}"/>`;

export const field = (instruction: string, result: string): string =>
  `${run('', '<w:fldChar w:fldCharType="begin"/>')}${run('', `<w:instrText xml:space="preserve"> ${instruction} </w:instrText>`)}${run('', '<w:fldChar w:fldCharType="separate"/>')}${result}${run('', '<w:fldChar w:fldCharType="end"/>')}`;

const picture = `<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="720000" cy="720000"/><wp:docPr id="7" name="Picture"/><a:graphic xmlns:a="${drawingNamespace}"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="7" name="image1.png"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="720000" cy="720000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;

const boxContent = `<w:txbxContent>${paragraph(plain('Boxed ') + bold('remark') + plain(' beside the text.'))}</w:txbxContent>`;
const textBox = `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor distT="0" distB="0" distL="114300" distR="114300" simplePos="0" relativeHeight="2" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>3600000</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>300000</wp:posOffset></wp:positionV><wp:extent cx="1800000" cy="540000"/><wp:wrapSquare wrapText="bothSides"/><wp:docPr id="8" name="Box"/><a:graphic xmlns:a="${drawingNamespace}"><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="540000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:ln><a:solidFill><a:srgbClr val="333333"/></a:solidFill></a:ln></wps:spPr><wps:txbx>${boxContent}</wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape style="width:140pt;height:42pt"><v:textbox>${boxContent}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent>`;

const cell = (content: string) => `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${content}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.map(cell).join('')}</w:tr>`;
const edge = (name: string) => `<w:${name} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`;
const table = `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(edge).join('')}</w:tblBorders></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>${row(paragraph(bold('Quarter')), paragraph(bold('Result')))}${row(paragraph(plain('First quarter')), paragraph(plain('1,250')))}${row(paragraph(plain('Second ') + italic('quarter')), paragraph(plain('A small loss')))}</w:tbl>`;

const change = 'w:id="90" w:author="Editor" w:date="2026-01-01T00:00:00Z"';

/** Every construction that a paragraph may have, by what it shows. */
export const constructions = {
  mixedLooks: paragraph(
    run('<w:lang w:val="en-GB"/>', text('Click the ')) +
      '<w:proofErr w:type="spellStart"/>' +
      bold('Opt') +
      run('<w:b/><w:lang w:val="en-US"/>', text('ions')) +
      '<w:proofErr w:type="spellEnd"/>' +
      plain(' button and choose a ') +
      run('<w:i/><w:color w:val="C00000"/>', text('very red')) +
      plain(' colour &amp; shape.'),
  ),
  link: paragraph(
    plain('Read the ') +
      `<w:hyperlink r:id="rId2" w:history="1">${run('<w:rStyle w:val="Hyperlink"/>', text('complete '))}${run('<w:rStyle w:val="Hyperlink"/><w:b/>', text('manual'))}</w:hyperlink>` +
      plain(' before you start.'),
  ),
  linkField: paragraph(
    plain('Our ') +
      field('HYPERLINK "https://example.org/"', run('<w:rStyle w:val="Hyperlink"/>', text('web pages'))) +
      plain(' have more.'),
  ),
  reference: paragraph(
    plain('As shown in ') + field('REF _Ref1 \\h', plain('Table 1')) + plain(', everything is fine.'),
  ),
  simpleField: paragraph(
    plain('Printed on page ') +
      `<w:fldSimple w:instr=" PAGE ">${plain('7')}</w:fldSimple>` +
      plain(' of many.'),
  ),
  footnote: paragraph(
    plain('This claim has a source') +
      run('<w:rStyle w:val="FootnoteReference"/>', '<w:footnoteReference w:id="2"/>') +
      plain(' and an endnote') +
      run('<w:rStyle w:val="FootnoteReference"/>', '<w:endnoteReference w:id="2"/>') +
      plain('.'),
  ),
  comment: paragraph(
    `${plain('Somebody ')}<w:commentRangeStart w:id="0"/>${plain('has doubts')}<w:commentRangeEnd w:id="0"/>${run('', '<w:commentReference w:id="0"/>')}${plain(' about this.')}`,
  ),
  bookmark: paragraph(
    `<w:bookmarkStart w:id="1" w:name="_Ref1"/>${bold('Table 1')}<w:bookmarkEnd w:id="1"/>${plain(': results of the year')}`,
  ),
  trackedChanges: paragraph(
    `${plain('We expect ')}<w:ins ${change}>${plain('strong')}</w:ins><w:del ${change}>${run('', '<w:delText>weak</w:delText>')}</w:del>${plain(' growth.')}`,
  ),
  tabsAndBreaks: paragraph(
    run('', `${text('Name:')}<w:tab/>${text('Date:')}<w:br/>${text('Place of birth:')}`),
  ),
  hyphens: paragraph(
    run(
      '',
      `<w:t>An e</w:t><w:noBreakHyphen/><w:t>mail with trans</w:t><w:softHyphen/><w:t>lations</w:t><w:lastRenderedPageBreak/><w:t xml:space="preserve"> inside.</w:t>`,
    ),
  ),
  picture: paragraph(plain('The logo ') + run('', picture) + plain(' stands in the line.')),
  textBox: paragraph(run('', textBox) + plain('A box floats beside this paragraph.')),
  math: paragraph(
    `${plain('The formula ')}<m:oMath><m:r><m:t>E=m</m:t></m:r></m:oMath>${plain(' is well known.')}`,
  ),
  symbol: paragraph(
    run('', `${text('Press ')}<w:sym w:font="Wingdings" w:char="F0E0"/>${text(' to go on.')}`),
  ),
  contentControl: paragraph(
    `${plain('Fill in ')}<w:sdt><w:sdtPr><w:id w:val="5"/><w:text/></w:sdtPr><w:sdtContent>${italic('your name')}</w:sdtContent></w:sdt>${plain(' and ')}<w:sdt><w:sdtPr><w:dropDownList><w:listItem w:value="Red"/></w:dropDownList></w:sdtPr><w:sdtContent>${plain('Red')}</w:sdtContent></w:sdt>${plain('.')}`,
  ),
  smartTag: paragraph(
    `${plain('We met in ')}<w:smartTag w:uri="urn:x" w:element="City"><w:smartTagPr><w:attr w:name="a" w:val="b"/></w:smartTagPr>${plain('a large city')}</w:smartTag>${plain(' again.')}`,
  ),
  rightToLeft: paragraph(run('<w:rtl/>', text('שלום עולם')), '<w:bidi/>'),
  contents: `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${paragraph(
    `${run('', '<w:fldChar w:fldCharType="begin"/>')}${run('', '<w:instrText xml:space="preserve"> TOC \\o "1-3" \\h </w:instrText>')}${run('', '<w:fldChar w:fldCharType="separate"/>')}<w:hyperlink w:anchor="_Toc1" w:history="1">${plain('A chapter of its own')}${run('', '<w:tab/>')}${field('PAGEREF _Toc1 \\h', plain('2'))}</w:hyperlink>`,
  )}${paragraph(`<w:hyperlink w:anchor="_Toc2">${plain('The chapter after that')}${run('', '<w:tab/>')}${field('PAGEREF _Toc2 \\h', plain('3'))}</w:hyperlink>`)}${paragraph(run('', '<w:fldChar w:fldCharType="end"/>'))}</w:sdtContent></w:sdt>`,
  list: ['Bread and butter', 'Milk from the farm', 'A dozen eggs']
    .map((item) => paragraph(plain(item), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'))
    .join(''),
  table,
} as const;

function chapter(number: number, filler: number): string {
  const prose = Array.from({ length: filler }, (_, i) =>
    paragraph(
      plain(`Paragraph ${i} of chapter ${number} tells a long story about `) +
        bold('rivers') +
        plain(`, mountains and everything that ${number * 31 + i} travellers saw on their way `) +
        italic('to the sea') +
        plain('. They were glad to be home again, and wrote it all down.'),
    ),
  ).join('');
  return (
    paragraph(plain(`Chapter ${number}: the journey`), styled('Heading1')) +
    Object.values(constructions).join('') +
    prose
  );
}

const section =
  '<w:sectPr><w:headerReference w:type="default" r:id="rId3"/><w:footerReference w:type="default" r:id="rId4"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1134" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>';

const styles = root(
  'styles',
  '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Liberation Serif" w:hAnsi="Liberation Serif"/><w:sz w:val="22"/><w:lang w:val="en-US"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style><w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style><w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>',
);

const numbering = root(
  'numbering',
  '<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="singleLevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
);

const notes = (kind: 'footnote' | 'endnote', words: string) =>
  root(
    `${kind}s`,
    `<w:${kind} w:type="separator" w:id="0">${paragraph(run('', '<w:separator/>'))}</w:${kind}><w:${kind} w:type="continuationSeparator" w:id="1">${paragraph(run('', '<w:continuationSeparator/>'))}</w:${kind}><w:${kind} w:id="2">${paragraph(run('<w:vertAlign w:val="superscript"/>', `<w:${kind}Ref/>`) + plain(` ${words}`))}</w:${kind}>`,
  );

export interface WordSampleOptions {
  readonly chapters?: number;
  readonly paragraphsPerChapter?: number;
  readonly pictureSide?: number;
}

export function wordSample(options: WordSampleOptions = {}): Buffer {
  const { chapters = 1, paragraphsPerChapter = 2, pictureSide = 16 } = options;
  const body = Array.from({ length: chapters }, (_, i) => chapter(i + 1, paragraphsPerChapter)).join('');
  return wordFile(body, png(pictureSide, pictureSide > 16));
}

/** A document with this body; `edit` has the last word on the part that it stands in. */
export function wordFile(
  body: string,
  image: Buffer = png(16),
  edit: (document: string) => string = (document) => document,
): Buffer {
  const parts: SamplePart[] = [
    { name: '_rels/.rels', content: relationships([['officeDocument', 'word/document.xml']]) },
    {
      name: 'word/document.xml',
      type: `${word}document.main+xml`,
      content: edit(root('document', `<w:body>${body}${section}</w:body>`)),
    },
    {
      name: 'word/_rels/document.xml.rels',
      content: relationships([
        ['image', 'media/image1.png'],
        ['hyperlink', 'https://example.org/manual', 'External'],
        ['header', 'header1.xml'],
        ['footer', 'footer1.xml'],
        ['styles', 'styles.xml'],
        ['numbering', 'numbering.xml'],
        ['footnotes', 'footnotes.xml'],
        ['endnotes', 'endnotes.xml'],
        ['comments', 'comments.xml'],
      ]),
    },
    { name: 'word/styles.xml', type: `${word}styles+xml`, content: styles },
    { name: 'word/numbering.xml', type: `${word}numbering+xml`, content: numbering },
    {
      name: 'word/footnotes.xml',
      type: `${word}footnotes+xml`,
      content: notes('footnote', 'A footnote explains the details.'),
    },
    {
      name: 'word/endnotes.xml',
      type: `${word}endnotes+xml`,
      content: notes('endnote', 'An endnote closes the matter.'),
    },
    {
      name: 'word/comments.xml',
      type: `${word}comments+xml`,
      content: root(
        'comments',
        `<w:comment w:id="0" w:author="Editor" w:initials="E">${paragraph(run('', '<w:annotationRef/>') + plain('Is this really true?'))}</w:comment>`,
      ),
    },
    {
      name: 'word/header1.xml',
      type: `${word}header+xml`,
      content: root('hdr', paragraph(plain('Running title of the report'))),
    },
    {
      name: 'word/footer1.xml',
      type: `${word}footer+xml`,
      content: root(
        'ftr',
        paragraph(plain('Page ') + field('PAGE', plain('1')) + plain(' from the archive')),
      ),
    },
    { name: 'word/media/image1.png', content: image },
    coreProperties,
  ];
  return packParts(parts);
}
