/** What several targets read: the texts of a call, and the words that make placeholders and markup. */
import type { Fields, PumpedInput } from '../pumped-input.ts';

/** One text, or each line as a text, as many as a call may have. */
export const textsOption = ['one', 'lines'] as const;
const maxTexts = 1_024;

export function textsOf(fields: Fields, options: PumpedInput['options']): string[] {
  const { text = '' } = fields;
  return options.texts === 'lines' ? text.split('\n').slice(0, maxTexts) : [text];
}

export const plainWords = ['The house', 'is big.', ' ', '  ', '\n', 'a', 'A', '. ', '! ', '1', '…', 'word§ '];

export const placeholderWords = [
  ...[
    '{',
    '}',
    '{{',
    '}}',
    '{name}',
    '{a,plural,',
    '{a,select,',
    'x{',
    'other{',
    'one {',
    '{0',
    ', number, ',
    '#',
    "'",
  ],
  ...[
    'offset:1 ',
    '=1{',
    '}@}',
    '${',
    '$t(',
    '%s',
    '%(',
    '%1$s',
    '%-',
    '%Y',
    '%H:',
    '%',
    ':name',
    ':a',
    '::',
    '@a',
    'a@b',
  ],
  ...[
    '.c',
    'http://',
    'https://a',
    'www.',
    '(',
    ')',
    '[',
    ']',
    '`',
    '``',
    '<',
    '</',
    '<a ',
    '<b>',
    '</b>',
    'x="',
    "y='",
    '>',
  ],
  ...['/>', '=', '#tag', '&', ';', '\\', '-', '_'],
];

export const markupWords = [
  ...[
    '<',
    '</',
    '>',
    '/>',
    '<a',
    '<b>',
    '</b>',
    '<p>',
    '</p>',
    '<br>',
    '<i ',
    '<x>',
    '</x>',
    '<pre>',
    '<script>',
    '</script>',
  ],
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<!DOCTYPE ',
    '<!ENTITY a "',
    '&',
    '&amp;',
    '&lt;',
    '&nbsp;',
    '&#',
    '&#x41;',
  ],
  ...[
    '&x;',
    '&notit;',
    ' a=',
    ' b="',
    " c='",
    '"',
    "'",
    ' title="a',
    ' alt="',
    ' class="notranslate"',
    ' translate="no"',
    '=',
  ],
  ...['<style>', '<textarea>', '<title>', '<svg>', '<td>', '<§>', '</§>'],
];
