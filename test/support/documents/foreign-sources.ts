/** What LibreOffice makes documents of, each with the words that a reader of the document finds. */
const namespaces = ['office', 'text', 'style', 'table', 'draw', 'presentation']
  .map(
    (name) =>
      `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === 'draw' ? 'drawing' : name}:1.0"`,
  )
  .join(' ');
const others =
  'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';
const bold =
  '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>';

const flat = (type: string, automatic: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document ${namespaces} ${others} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.${type}"><office:automatic-styles>${bold}${automatic}</office:automatic-styles><office:body>${body}</office:body></office:document>`;

const cell = (words: string) => `<table:table-cell><text:p>${words}</text:p></table:table-cell>`;

export const foreignSources = [
  {
    source: 'letter.fodt',
    extension: 'docx',
    content: flat(
      'text',
      '',
      `<office:text><text:h text:outline-level="1">Letter from the harbour</text:h><text:p>The <text:span text:style-name="B">old</text:span> ship<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Built long ago.</text:p></text:note-body></text:note> sails to <text:a xlink:href="https://example.org/">distant shores</text:a> tomorrow.</text:p><text:list><text:list-item><text:p>Ropes and sails</text:p></text:list-item><text:list-item><text:p>Salted fish</text:p></text:list-item></text:list><table:table table:name="T"><table:table-column table:number-columns-repeated="2"/><table:table-row>${cell('Cargo')}${cell('Barrels of wine')}</table:table-row></table:table></office:text>`,
    ),
    units: [
      'Letter from the harbour',
      'The <g1>old</g1> ship<x2/> sails to <g3>distant shores</g3> tomorrow.',
      'Ropes and sails',
      'Salted fish',
      'Cargo',
      'Barrels of wine',
      'Built long ago.',
    ],
  },
  {
    source: 'talk.fodp',
    extension: 'pptx',
    content: flat(
      'presentation',
      '',
      `<office:presentation><draw:page draw:name="one"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="4cm"><draw:text-box><text:p>A talk about <text:span text:style-name="B">lighthouses</text:span> and keepers</text:p></draw:text-box></draw:frame></draw:page><draw:page draw:name="two"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="4cm"><draw:text-box><text:p>Thank you for listening</text:p></draw:text-box></draw:frame></draw:page></office:presentation>`,
    ),
    units: ['A talk about <g1>lighthouses</g1> and keepers', 'Thank you for listening'],
  },
  {
    source: 'list.csv',
    extension: 'xlsx',
    content: 'Harbour,Boats,Remark\nNorthern bay,12,"Fog, often"\nSouthern cape,7,Northern bay\n',
    // It adds a footer of its own.
    units: ['Harbour', 'Boats', 'Remark', 'Northern bay', 'Fog, often', 'Southern cape', 'Page '],
  },
] as const;
