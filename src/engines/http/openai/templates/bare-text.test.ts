import { describe, expect, test } from 'vitest';
import { readBareText } from './bare-text.ts';

const read = (content: string, source = 'The house is big.') => readBareText(content, [source]);
const good = { ok: true, texts: ['Das Haus ist groß.'] };

describe('what a model adds is removed', () => {
  test.each([
    ['blanks', '\n Das Haus ist groß. \n'],
    ['thinking', '<think>The user wants "Haus".\n\nOK.</think>\n\nDas Haus ist groß.'],
    ['empty thinking', '<think>\n\n</think>\n\nDas Haus ist groß.'],
    ['thinking without its start', 'The user wants German.\n</think>\nDas Haus ist groß.'],
    ['thinking twice', '<think>a</think><think>b</think>Das Haus ist groß.'],
    ['a fence', '```\nDas Haus ist groß.\n```'],
    ['a fence with a language', '```german\nDas Haus ist groß.\n```'],
    ['a fence on one line', '```Das Haus ist groß.```'],
    ['quotes', '"Das Haus ist groß."'],
    ['German quotes', '„Das Haus ist groß.“'],
    ['French quotes', '« Das Haus ist groß. »'],
    ['Danish quotes', '»Das Haus ist groß.«'],
    ['Japanese quotes', '「Das Haus ist groß.」'],
    ['all of them', '<think>x</think>```\n“Das Haus ist groß.”\n```'],
  ])('%s', (_name, content) => {
    expect(read(content)).toEqual(good);
  });
});

describe('what the source has stays', () => {
  test.each([
    ['quotes around it', '"The house is big."', '„Das Haus ist groß.“'],
    ['a quote at its start', '"Yes" is a word.', '"Ja" ist ein "Wort"'],
    ['quotes that are not around the answer', 'Say yes or no.', '"Ja" oder "nein"'],
    ['a fence', '```\ncode\n```', '```\ncode\n```'],
    ['a fence in the middle', 'Use ```x``` here', '```x```'],
    ['tags named think', 'The tag <think> begins.', 'Das Element <think> beginnt.'],
    ['line breaks inside', 'a\n\nb', 'a\n\nb'],
    ['a single quote sign', 'It is 5 inches', '5"'],
  ])('%s', (_name, source, content) => {
    expect(read(content, source)).toEqual({ ok: true, texts: [content] });
  });

  test('only one layer of quotes is removed', () => {
    expect(read('"«Das Haus»"')).toEqual({ ok: true, texts: ['«Das Haus»'] });
  });
});

test.each([
  ['thinking without an end', '<think>The user wants', /did not finish thinking; .*reasoning_effort: none/],
  ['thinking again', 'x</think>Das Haus <think>hm', /did not finish thinking/],
  ['nothing', ' \n', /no text/],
  ['thinking alone', '<think>x</think>', /no text/],
])('%s is a failure', (_name, content, reason) => {
  expect(read(content)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});
