/** A bar chart with a title, a series and categories, which are cached from a sheet. */
import { drawingNamespace, office, xmlHead } from './office-parts.ts';

export const chartType = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';
const c = 'http://schemas.openxmlformats.org/drawingml/2006/chart';

export function chartPart(title: string, series: string, categories: readonly string[]): string {
  const names = (texts: readonly string[]) =>
    `<c:strCache><c:ptCount val="${texts.length}"/>${texts.map((text, i) => `<c:pt idx="${i}"><c:v>${text}</c:v></c:pt>`).join('')}</c:strCache>`;
  const values = categories.map((_, i) => `<c:pt idx="${i}"><c:v>${i + 2}</c:v></c:pt>`).join('');
  return `${xmlHead}<c:chartSpace xmlns:c="${c}" xmlns:a="${drawingNamespace}" xmlns:r="${office}"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr/><a:r><a:rPr lang="en-US" b="1"/><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/><c:ser><c:idx val="0"/><c:order val="0"/><c:tx><c:strRef><c:f>Results!$B$1</c:f>${names([series])}</c:strRef></c:tx><c:cat><c:strRef><c:f>Results!$A$2:$A$${categories.length + 1}</c:f>${names(categories)}</c:strRef></c:cat><c:val><c:numRef><c:f>Results!$B$2:$B$${categories.length + 1}</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="${categories.length}"/>${values}</c:numCache></c:numRef></c:val></c:ser><c:axId val="111"/><c:axId val="112"/></c:barChart><c:catAx><c:axId val="111"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:crossAx val="112"/></c:catAx><c:valAx><c:axId val="112"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:crossAx val="111"/></c:valAx></c:plotArea><c:legend><c:legendPos val="r"/></c:legend></c:chart></c:chartSpace>`;
}
