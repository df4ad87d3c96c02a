import { expect, test } from 'vitest';
import { browserName } from './browser-name.ts';

test('a browser is named in two words, and what is unknown stays as it was sent', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
  expect(browserName(`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`)).toBe('Chrome on Linux');
  expect(browserName(`Mozilla/5.0 (Windows NT 10.0) ${chrome} Edg/130.0`)).toBe('Edge on Windows');
  expect(browserName('Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) Version/18.0 Safari/605.1.15')).toBe(
    'Safari on macOS',
  );
  expect(browserName('curl/8.5.0')).toBe('curl/8.5.0');
});
