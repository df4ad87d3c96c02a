import { defineConfig, type Plugin } from 'vite';
import { catalogues } from './messages/catalogue-plugin.ts';

/** The languages of the dashboard, as react-aria names the files of its own texts. */
const languages = [
  'en-US',
  'de-DE',
  'es-ES',
  'fr-FR',
  'it-IT',
  'pt-BR',
  'nl-NL',
  'pl-PL',
  'ja-JP',
  'zh-CN',
  'ar-AE',
];

/** react-aria brings its texts in 34 languages; those that the dashboard does not have are left out. */
const onlyOurLanguages: Plugin = {
  name: 'only-our-languages',
  enforce: 'pre',
  load(id) {
    const [, language = 'en-US'] =
      /\/react-(?:aria|stately).*\/intl\/.*?([a-z]{2}-[A-Z]{2})\.m?js$/.exec(id) ?? [];
    return languages.includes(language) ? undefined : 'export default {};';
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [catalogues(), onlyOurLanguages],
  // Every file is of its own address: the page's policy allows nothing inline, not even a small font.
  build: { outDir: '../dist/dashboard', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: false },
  oxc: { jsx: { runtime: 'automatic' } },
  // `npm run dev --workspace dashboard` against a server on its default port.
  server: { proxy: { '/api': 'http://127.0.0.1:8081', '/openapi.json': 'http://127.0.0.1:8081' } },
});
