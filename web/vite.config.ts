import { readFileSync } from 'node:fs';
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
  packages('react', 'react-dom', 'scheduler', 'react-router', 'cookie', '@tanstack', 'clsx'),
  'lucide-react/dist/esm/(?!icons/|lucide-react\\.)',
  'web/src/(config/|lib/(api-client|current-user|link-token|missing-page|money|page-title|query-client|visitor-hint)\\.)',
  'web/src/components/(layout/|toast/toast-|ui/(button|icons|input-classes|skeleton|wordmark)\\.)',
  'web/src/app/(?!signed-in-layout|routes/(?!not-found))',
  'web/src/features/onboarding/lib/completed',
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
/** Of the public pages, apart from the few that the core and the forms bring along. */
const ICONS = parts(
  ...Array.from(
    readFileSync(here('./src/components/ui/icons.ts'), 'utf8').matchAll(/icons\/([\w-]+)'/g),
    ([, name]) => `lucide-react/dist/esm/icons/${name}\\.`,
  ),
);
/** What the notices share with the pages behind the sign-in. */
const OVERLAYS = parts(
  packages(
    '@radix-ui/(primitive|react-(collection|compose-refs|context|dismissable-layer|id|portal|presence|primitive|slot))',
    '@radix-ui/react-(use-(callback-ref|controllable-state|effect-event|escape-keydown|layout-effect)|visually-hidden)',
  ),
);
/** The frame behind the sign-in, and what most pages there are made of. */
const PRODUCT = parts(
  'web/src/app/signed-in-layout',
  'web/src/features/sidebar/',
  'web/src/components/ui/(badge|card|dialog|empty-state|error-state|loading|notice|page-heading|product-icons|tabs|tooltip)\\.',
  'web/src/lib/(dates|use-media-query)\\.',
);
/** What is shared by those that show lists. */
const LISTS = parts('web/src/components/ui/', 'web/src/features/leads/lib/');
const ADMIN = parts('web/src/features/admin/', 'web/src/app/routes/admin');

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
            { name: 'icons', test: ICONS },
            { name: 'overlays', test: OVERLAYS },
            { name: 'product', test: PRODUCT },
            { name: 'lists', test: LISTS },
            { name: 'admin', test: ADMIN },
          ],
        },
      },
    },
  },
});
