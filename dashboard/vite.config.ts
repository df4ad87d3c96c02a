import { defineConfig } from 'vite';
import { catalogues } from './messages/catalogue-plugin.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [catalogues()],
  // Every file is of its own address: the page's policy allows nothing inline, not even a small font.
  build: { outDir: '../dist/dashboard', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: false },
  oxc: { jsx: { runtime: 'automatic' } },
  // `npm run dev --workspace dashboard` against a server on its default port.
  server: { proxy: { '/api': 'http://127.0.0.1:8081' } },
});
