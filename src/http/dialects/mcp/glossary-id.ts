import Type from 'typebox';

export const glossaryId = Type.String({
  pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
  description: 'The id of a glossary. The tool `glossaries` lists them.',
});
