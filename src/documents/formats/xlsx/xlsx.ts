/** Excel workbooks. docs/call/office-documents.md says what is translated and what is kept. */
import type { DocumentFormat } from '../format.ts';
import { openOffice } from '../shared/ooxml/office-package.ts';
import { WorkbookReader } from './workbook.ts';

const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.';

export const xlsx: DocumentFormat = {
  id: 'xlsx',
  extensions: ['xlsx'],
  contentType: `${sheet}sheet`,
  markup: 'xml',
  open: (file) =>
    openOffice(file, {
      title: 'an Excel workbook (.xlsx)',
      mainType: `${sheet}sheet.main+xml`,
      read: (parts, mainPart, units) => new WorkbookReader(parts, mainPart, units).read(),
    }),
};
