import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** In development the API is that of a running system (`npm start`). */
const gateway = process.env.GATEWAY_URL ?? 'http://localhost:4800';

const packages = (...names: string[]): string => `node_modules/(${names.join('|')})/`;
const parts = (...patterns: string[]): RegExp => new RegExp(patterns.join('|').replaceAll('/', '[\\\\/]'));

/** Needed by every page, and so one file: a dozen small ones would each cost a request. */
const CORE = parts(
  'rolldown/runtime',
  packages('react', 'react-dom', 'scheduler', 'react-router', 'cookie', '@tanstack', 'clsx', 'lucide-react'),
  'web/src/(config/|lib/(?!validation|formik)|components/(ui|layout|toast/toast-))',
  'web/src/app/(?!routes/(?!not-found))',
  'web/src/features/(auth/api/get-user|onboarding/lib/completed)',
  'contracts/src/(brand|money)',
);
const FORMS = parts(
  packages(
    'formik',
    'react-fast-compare',
    'deepmerge',
    'hoist-non-react-statics',
    'tiny-warning',
    'react-is',
    'tslib',
  ),
  'web/src/(components/form|lib/formik)',
);
const VALIDATION = parts(
  packages('yup', 'property-expr', 'tiny-case', 'toposort'),
  'contracts/src',
  'web/src/lib/validation',
);

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: [
      { find: /^lodash-es\/(\w+)$/, replacement: `${here('./src/lib/formik-lodash/')}$1.ts` },
      { find: '@desk/contracts', replacement: here('../libs/contracts/src') },
      { find: '@', replacement: here('./src') },
    ],
  },
  server: { proxy: { '/api': { target: gateway, changeOrigin: true } } },
  ssr: { noExternal: true },
  build: {
    target: 'es2022',
    manifest: true,
    // Nothing inline: the pages' policy allows no data: scripts, and fonts are better cached on their own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'core', test: CORE },
            { name: 'forms', test: FORMS },
            { name: 'validation', test: VALIDATION },
          ],
        },
      },
    },
  },
});
