/** An Excel workbook that has one of everything: shared and inline strings, a table, formulas, comments, a chart. */
import { chartPart, chartType } from './chart-part.ts';
import {
  coreProperties,
  drawingNamespace,
  office,
  packParts,
  relationships,
  type SamplePart,
  xmlHead,
} from './office-parts.ts';

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';

const strings = [
  '<si><t>Quarter</t></si>',
  '<si><t>Result</t></si>',
  '<si><t>Remark</t></si>',
  '<si><t>First quarter</t></si>',
  '<si><t>Second quarter</t></si>',
  '<si><t>Open</t></si>',
  '<si><r><t xml:space="preserve">A </t></r><r><rPr><b/><sz val="11"/><color rgb="FFC00000"/><rFont val="Calibri"/></rPr><t xml:space="preserve">small loss</t></r><r><rPr><sz val="11"/><rFont val="Calibri"/></rPr><t xml:space="preserve"> again</t></r></si>',
  '<si><t xml:space="preserve">First line_x000D_\nSecond line </t></si>',
  '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
  '<si><t>Nobody shows this</t></si>',
  '<si><t>2026-01-01</t></si>',
  '<si><t>Amount</t></si>',
  '<si><t>Fish &amp; chips cost _x005F_x0041_ lot</t></si>',
];

const shared = (cell: string, index: number, style = '') =>
  `<c r="${cell}"${style} t="s"><v>${index}</v></c>`;
const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`;
const number = (cell: string, value: number) => `<c r="${cell}"><v>${value}</v></c>`;

const results = `${xmlHead}<worksheet ${main} xmlns:r="${office}"><cols><col min="1" max="4" width="24" customWidth="1"/></cols><sheetData>${[
  row(
    1,
    shared('A1', 0, ' s="1"'),
    shared('B1', 1, ' s="1"'),
    shared('C1', 2, ' s="1"'),
    shared('D1', 11, ' s="1"'),
  ),
  row(
    2,
    shared('A2', 3),
    number('B2', 2),
    shared('C2', 6),
    '<c r="D2"><f>results[[#This Row],[Amount]]*2</f><v>4</v></c>',
  ),
  row(3, shared('A3', 4), number('B3', 3), shared('C3', 5), number('D3', 7)),
  row(5, shared('A5', 7, ' s="2"'), shared('B5', 8), shared('C5', 12)),
  row(
    6,
    '<c r="A6" t="inlineStr"><is><t>Written in the cell</t></is></c>',
    '<c r="B6" t="str"><f>IF(C3="Open","Still open","Closed")</f><v>Still open</v></c>',
    '<c r="C6" t="str"><f>A2</f><v>First quarter</v></c>',
    shared('D6', 10),
  ),
  row(7, '<c r="A7" t="b"><v>1</v></c>', '<c r="B7" t="e"><v>#N/A</v></c>', shared('C7', 3)),
].join(
  '',
)}</sheetData><headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Yearly report&amp;CPage &amp;P of &amp;N&amp;R&amp;D</oddHeader><oddFooter>&amp;CFish &amp;&amp; chips</oddFooter></headerFooter><drawing r:id="rId2"/><legacyDrawing r:id="rId4"/><tableParts count="1"><tablePart r:id="rId1"/></tableParts></worksheet>`;

const table = `${xmlHead}<table ${main} id="1" name="results" displayName="results" ref="A1:D3" totalsRowShown="0"><autoFilter ref="A1:D3"/><tableColumns count="4"><tableColumn id="1" name="Quarter"/><tableColumn id="2" name="Result"/><tableColumn id="3" name="Remark"/><tableColumn id="4" name="Amount"/></tableColumns><tableStyleInfo name="TableStyleMedium2" showRowStripes="1"/></table>`;

const anchor = (fromRow: number, content: string) =>
  `<xdr:twoCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${fromRow}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>2</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${fromRow + 10}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>${content}<xdr:clientData/></xdr:twoCellAnchor>`;
const drawingPart = `${xmlHead}<xdr:wsDr xmlns:xdr="${drawing}" xmlns:a="${drawingNamespace}">${anchor(
  8,
  `<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="2" name="Box"/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1000000" cy="500000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="FFFFCC"/></a:solidFill></xdr:spPr><xdr:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en-US"/><a:t>A box with </a:t></a:r><a:r><a:rPr lang="en-US" i="1"/><a:t>floating</a:t></a:r><a:r><a:rPr lang="en-US"/><a:t> text</a:t></a:r></a:p></xdr:txBody></xdr:sp>`,
)}${anchor(
  20,
  `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="3" name="Chart"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="${office}" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame>`,
)}</xdr:wsDr>`;

const comments = `${xmlHead}<comments ${main}><authors><author>Editor</author></authors><commentList><comment ref="B2" authorId="0"><text><r><rPr><b/><sz val="9"/></rPr><t>Editor:</t></r><r><rPr><sz val="9"/></rPr><t xml:space="preserve">\nIs this number right?</t></r></text></comment></commentList></comments>`;
const thread = 'http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments';
const person = '{00000000-0000-0000-0000-000000000001}';
const threadedComments = `${xmlHead}<ThreadedComments xmlns="${thread}"><threadedComment ref="B3" dT="2026-01-01T00:00:00.00" personId="${person}" id="{00000000-0000-0000-0000-000000000002}"><text>Please check this</text></threadedComment><threadedComment ref="B3" dT="2026-01-01T00:00:00.00" personId="${person}" id="{00000000-0000-0000-0000-000000000003}"><text>@Editor please look</text><mentions><mention mentionpersonId="${person}" mentionId="{00000000-0000-0000-0000-000000000004}" startIndex="0" length="7"/></mentions></threadedComment></ThreadedComments>`;
const vml = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape style="visibility:hidden"><x:ClientData ObjectType="Note"><x:Row>1</x:Row><x:Column>1</x:Column></x:ClientData></v:shape></xml>`;

const styles = `${xmlHead}<styleSheet ${main}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFDDEBF7"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment wrapText="1"/></xf></cellXfs></styleSheet>`;

export interface WorkbookSampleOptions {
  /** Changes the text of parts, by their names. */
  readonly edit?: (name: string, content: string) => string;
}

export function workbookSample({ edit = (_, content) => content }: WorkbookSampleOptions = {}): Buffer {
  const parts: SamplePart[] = [
    { name: '_rels/.rels', content: relationships([['officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      type: `${type}sheet.main+xml`,
      content: `${xmlHead}<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Results" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="Total">SUM(Results!$B$2:$B$3)</definedName></definedNames></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
        ['styles', 'styles.xml'],
      ]),
    },
    { name: 'xl/worksheets/sheet1.xml', type: `${type}worksheet+xml`, content: results },
    {
      name: 'xl/worksheets/_rels/sheet1.xml.rels',
      content: relationships([
        ['table', '../tables/table1.xml'],
        ['drawing', '../drawings/drawing1.xml'],
        ['comments', '../comments1.xml'],
        ['vmlDrawing', '../drawings/vmlDrawing1.vml'],
        [
          'http://schemas.microsoft.com/office/2017/10/relationships/threadedComment',
          '../threadedComments/threadedComment1.xml',
        ],
      ]),
    },
    { name: 'xl/tables/table1.xml', type: `${type}table+xml`, content: table },
    {
      name: 'xl/sharedStrings.xml',
      type: `${type}sharedStrings+xml`,
      content: `${xmlHead}<sst ${main} count="14" uniqueCount="${strings.length}">${strings.join('')}</sst>`,
    },
    { name: 'xl/styles.xml', type: `${type}styles+xml`, content: styles },
    { name: 'xl/comments1.xml', type: `${type}comments+xml`, content: comments },
    {
      name: 'xl/threadedComments/threadedComment1.xml',
      type: 'application/vnd.ms-excel.threadedcomments+xml',
      content: threadedComments,
    },
    {
      name: 'xl/drawings/drawing1.xml',
      type: 'application/vnd.openxmlformats-officedocument.drawing+xml',
      content: drawingPart,
    },
    {
      name: 'xl/drawings/_rels/drawing1.xml.rels',
      content: relationships([['chart', '../charts/chart1.xml']]),
    },
    { name: 'xl/drawings/vmlDrawing1.vml', content: vml },
    {
      name: 'xl/charts/chart1.xml',
      type: chartType,
      content: chartPart('Results of the year', 'Result', ['First quarter', 'Second quarter']),
    },
    coreProperties,
  ];
  return packParts(
    parts.map((part) =>
      typeof part.content === 'string' ? { ...part, content: edit(part.name, part.content) } : part,
    ),
  );
}
