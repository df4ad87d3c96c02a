import { expect, test } from 'vitest';
import { leewayInGate } from '../../../test/support/long-form.ts';
import { isWellFormedHtml } from './html-fragment.ts';

test.each([
  '',
  'plain, with &amp; and > and "quotes"',
  'Click the <b>Options</b> button',
  '<p>One.</p>\n<p>Two<br>lines, <img src="a>b.png" alt=\'x\'> and <x id="1"/></p>',
  '<DIV data-a\n=\n"1" hidden>mixed</div >',
  '<!-- <b> --> after a comment',
  '<o:p>a namespace</o:p>',
])('%j is well-formed', (html) => {
  expect(isWellFormedHtml(html)).toBe(true);
});

test.each([
  'Click the <b>Options button',
  'Click </b> the button',
  '<b>crossed <i>tags</b></i>',
  'a < b',
  'cut off <',
  'cut off <b x=',
  'cut off <b x="',
  'an end of <br></br>',
  '</b x="1">',
  '<!DOCTYPE html>',
  '<![CDATA[ x ]]>',
  '<?xml version="1.0"?>',
  '<!-- a comment without an end',
  '<script>a < b</script>',
  '<x a=b/>',
  '<x a/>',
  "<x a='\"'/>",
  'a NUL \u0000',
])('%j is not', (html) => {
  expect(isWellFormedHtml(html)).toBe(false);
});

test.each([
  ['blanks inside a tag', `<a${' '.repeat(100_000)}`],
  ['tags without an end', '<a b="1">'.repeat(20_000)],
  ['attributes without an end', `<a${' b'.repeat(50_000)}`],
  ['comments without an end', `<!--${'-'.repeat(100_000)}`],
])('%s by the thousand are refused at once', (_, html) => {
  // The best of five, to exclude other load on the machine.
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now();
    expect(isWellFormedHtml(html)).toBe(false);
    return performance.now() - started;
  });
  expect(Math.min(...times)).toBeLessThan(leewayInGate(200));
});
