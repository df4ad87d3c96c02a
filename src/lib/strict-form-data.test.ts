import { describe, expect, test } from 'vitest';
import { boundaryOf, parseStrictFormData } from './strict-form-data.ts';

const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const end = '--b--\r\n';
const parse = (text: string, max = 10) => parseStrictFormData(text, 'b', max);

describe('boundaries', () => {
  test.each([
    ['multipart/form-data; boundary=----x1', '----x1'],
    ['multipart/form-data; charset=utf-8; Boundary="a b;c"', 'a b;c'],
    ['multipart/form-data', undefined],
    ['multipart/form-data; boundary=', undefined],
    [`multipart/form-data; boundary=${'x'.repeat(71)}`, undefined],
    ['multipart/form-data; boundary=a; boundary=b', undefined],
  ])('%s', (type, boundary) => {
    expect(boundaryOf(type)).toBe(boundary);
  });
});

describe('members', () => {
  test('values come back as they are, and a repeated name is a list', () => {
    const text = part('q', 'a\r\n\r\n--c & %41+') + part('q', '') + part('__proto__', 'x') + end;
    const parsed = parse(text);
    expect(parsed.ok && Object.entries(parsed.members)).toEqual([
      ['q', ['a\r\n\r\n--c & %41+', '']],
      ['__proto__', 'x'],
    ]);
  });

  test('a form without members, and one with headers of any order and an epilogue', () => {
    expect(parse(end)).toEqual({ ok: true, members: {} });
    const text =
      '--b\r\nContent-Type: text/plain\r\nCONTENT-DISPOSITION: form-data; foo=1; name=q\r\nContent-Transfer-Encoding: 8bit\r\n\r\nx\r\n--b--more';
    expect(parse(text)).toEqual({ ok: true, members: { q: 'x' } });
  });

  test.each([
    ['nothing', ''],
    ['text before it', `x\r\n${end}`],
    ['no end', part('q', 'x')],
    ['another boundary', '--c--\r\n'],
    ['no headers', '--b\r\nx\r\n--b--'],
    ['no name', '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--'],
    ['a file', '--b\r\nContent-Disposition: form-data; name="q"; filename="x"\r\n\r\nx\r\n--b--'],
    ['a file first', '--b\r\nContent-Disposition: form-data; filename*=x; name="q"\r\n\r\nx\r\n--b--'],
    [
      'an encoding',
      '--b\r\nContent-Disposition: form-data; name="q"\r\nContent-Transfer-Encoding: base64\r\n\r\nx\r\n--b--',
    ],
    ['a NUL', part('q', '\0') + end],
    [
      'long headers',
      `--b\r\nX: ${'x'.repeat(1_000)}\r\nContent-Disposition: form-data; name="q"\r\n\r\nx\r\n--b--`,
    ],
  ])('%s is refused', (_name, text) => {
    expect(parse(text)).toMatchObject({ ok: false, isTooLarge: false });
  });

  test('too many members are refused as too large', () => {
    expect(parse(part('a', '').repeat(3) + end, 3).ok).toBe(true);
    expect(parse(part('a', '').repeat(4) + end, 3)).toMatchObject({ ok: false, isTooLarge: true });
  });
});
