import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { evaluateAtBuild } from './build/evaluate-at-build.ts';

const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The dev server proxies API calls to a running system (`npm start`). */
const gatewayUrl = process.env.GATEWAY_URL ?? 'http://localhost:4800';

const formikDependencies = resolvePath('./src/lib/formik-dependencies/');
const alias = [
  { find: /^(?:lodash-es\/(\w+)|(hoist-non-react-statics))$/, replacement: `${formikDependencies}$1$2.ts` },
  { find: '@desk/contracts', replacement: resolvePath('../libs/contracts/src') },
  { find: '@', replacement: resolvePath('./src') },
];

/** Modules that are replaced by what they export. */
const evaluated = [
  './src/lib/route-table.ts',
  './src/lib/state-labels.ts',
  './src/features/guides/lib/guides.ts',
  './src/features/guides/lib/posting-guide.ts',
].map(resolvePath);

export default defineConfig({
  plugins: [react(), tailwindcss(), evaluateAtBuild(evaluated, alias)],
  resolve: { alias },
  server: { proxy: { '/api': { target: gatewayUrl, changeOrigin: true } } },
  ssr: { noExternal: true },
  build: {
    target: 'es2022',
    manifest: true,
    // No inlined assets: the CSP forbids data: URLs for scripts, and fonts cache better as files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Every page loads the names of all chunks.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'core', tags: ['$initial'], priority: 1 },
            // What most pages need. A lower number saves requests, but makes public pages load more than they use.
            { name: 'shared', minShareCount: 26 },
          ],
        },
      },
    },
  },
});
