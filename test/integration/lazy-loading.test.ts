/** What a server does not load unless it is set up. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a server without a mail server does not load the library for mail', () => {
  const script = `
    import { registerHooks } from 'node:module';
    let loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    await import('./dist/wiring/start-app.js');
    console.log(JSON.stringify([loaded.length > 100, loaded.filter((url) => url.includes('/nodemailer/'))]));
    process.exit();`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  expect(JSON.parse(printed)).toEqual([true, []]);
});
