import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { evaluateAtBuild } from './build/evaluate-at-build.ts';

const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The dev server proxies API calls to a running system (`npm start`). */
const gatewayUrl = process.env.GATEWAY_URL ?? 'http://localhost:4800';

const packages = (...names: string[]): string => `node_modules/(${names.join('|')})/`;
const matchPaths = (...patterns: string[]): RegExp =>
  new RegExp(patterns.join('|').replaceAll('/', '[\\\\/]'));

/** What every page needs. Grouped, because a dozen small chunks would each cost a request. */
const CORE = matchPaths(
  'rolldown/runtime',
  packages('react', 'react-dom', 'scheduler', 'react-router', 'cookie', '@tanstack', 'clsx'),
  'lucide-react/dist/esm/(?!icons/|lucide-react\\.)',
  'web/src/(config/|lib/(api-client|current-user|link-token|missing-page|page-title|query-client|return-path|route-(query|table)|single-run|visitor-hint)\\.)',
  'web/src/components/(layout/|toast/toast-|ui/(button|icons|input-classes|skeleton|submission|wordmark)\\.)',
  'web/src/app/(?!(?:admin|admin-money|integration|lead)-pages|signed-in-layout|routes/(?!not-found))',
  'web/src/features/(auth/api/sign-in|onboarding/lib/completed)',
  'contracts/src/(brand|money|format/price|leads/daily-limit\\.values|accounts/accounts\\.values)',
);
/** Limits, states and fields that both the schemas and signed-in pages use, apart from yup. */
const VALUES = matchPaths(
  'contracts/src/(format/|(?!billing/decline-codes|leads/problem-reports).*\\.values\\.|leads/lead-fields\\.ts|(?:queues|services)\\.ts)',
);
const FORMS = matchPaths(
  packages('formik', 'react-fast-compare', 'deepmerge', 'tiny-warning', 'tslib'),
  'web/src/(components/form/(?!dialog-form)|lib/(browser-time-zone|formik-dependencies))',
);
const VALIDATION = matchPaths(
  packages('yup', 'property-expr', 'tiny-case', 'toposort'),
  // What sets up channels, reports problems and explains declines is only for signed-in pages.
  'contracts/src/(?!notifications/|leads/(?:ingest-examples|problem-reports\\.values)|billing/decline-codes)',
  'web/src/lib/validation',
);
/** Icons of the public pages. */
const ICONS = matchPaths(
  ...Array.from(
    readFileSync(resolvePath('./src/components/ui/icons.ts'), 'utf8').matchAll(/icons\/([\w-]+)'/g),
    ([, name]) => `lucide-react/dist/esm/icons/${name}\\.`,
  ),
);
/** Radix modules shared by toasts and signed-in pages. */
const OVERLAYS = matchPaths(
  packages(
    '@radix-ui/(primitive|react-(collection|compose-refs|context|dismissable-layer|id|portal|presence|primitive|slot))',
    '@radix-ui/react-(use-(callback-ref|controllable-state|effect-event|escape-keydown|layout-effect)|visually-hidden)',
  ),
);
/** What the public status page shares with signed-in pages. */
const REPORTS = matchPaths('web/src/components/ui/(badge|error-state|notice)\\.', 'web/src/lib/dates\\.');
/** What it shares with the page on which admins publish incidents. */
const INCIDENTS = matchPaths('web/src/features/status/(components/incident-list|lib/labels)');
/** The signed-in layout and the components most of its pages use. */
const PRODUCT = matchPaths(
  'web/src/app/signed-in-layout',
  'web/src/features/sidebar/',
  'web/src/components/form/dialog-form',
  'web/src/components/ui/(card|dialog|form-dialog|empty-state|loading|page-heading|product-icons|tabs|tooltip|use-(dialog-submission|focus-return))\\.',
  'web/src/lib/(delivery-failures|pending-saves|reauthentication|signed-in-route-table|use-is-wide|use-media-query|use-now)\\.',
);
/** What list pages share. */
const LISTS = matchPaths(
  'web/src/components/(card-recovery|delivery|lead|secret|ui)/',
  'web/src/features/leads/lib/',
  'web/src/features/settings/api/documents',
  'web/src/lib/(card|channel-states|consent|delivery-progress|describe-|format-minute|list-location|mailto|months|problem-labels|route-file)',
  'web/src/features/live/',
  'contracts/src/leads/problem-reports\\.values\\.',
  // Icons that only signed-in pages use.
  'lucide-react/dist/esm/icons/',
);
/** What the page of integrations shares with an admin's page about a user. */
const BROWSERS = matchPaths('web/src/lib/push-browsers\\.');
/** One chunk for pages that belong together, because every page names all chunks. */
const INTEGRATIONS = matchPaths(
  'web/src/app/(integration-pages|routes/integration)',
  'web/src/features/(integrations|deliveries)/',
);
const LEGAL = matchPaths('web/src/app/routes/(privacy|terms)', 'web/src/features/legal/');
const LEADS = matchPaths(
  'web/src/app/(lead-pages|routes/(dashboard|lead|receipt))',
  'web/src/features/dashboard/',
);
const ADMIN_MONEY_PARTS = 'acknowledge|balance|difference|dispute|documents|problem|receipts|reconciliation';
const WAITING_PARTS = 'components/waiting/|api/waiting-leads|lib/describe-obstacle';
/** What admins do with a waiting lead. */
const WAITING = matchPaths(`web/src/features/admin/(${WAITING_PARTS})`);
const FUNNEL_PARTS =
  'components/funnels/(?:funnel-(?:content|guide|keys|problems|report|settings-form)|try-funnel)|lib/funnel-form\\.ts';
/** A funnel's page, which the other pages of admins do without. */
const FUNNEL = matchPaths(`web/src/features/admin/(${FUNNEL_PARTS})`);
const USER_PARTS = 'components/users/(?!user-page)';
/** A user's page, likewise. */
const USER = matchPaths(`web/src/features/admin/(${USER_PARTS})`);
/** Rules of forms are loaded with yup, when a form is first changed. */
const ADMIN = matchPaths(
  `web/src/features/admin/(?!lib/[\\w-]+\\.schema|${WAITING_PARTS}|${FUNNEL_PARTS}|${USER_PARTS}|(?:api|components)/(?:${ADMIN_MONEY_PARTS}))`,
  `web/src/app/(admin-pages|routes/admin(?!-(?:${ADMIN_MONEY_PARTS})))`,
  'web/src/features/status/(api/incidents|components/(create-incident|incident-form|incidents-section|update-incident))',
);
const ADMIN_MONEY = matchPaths(
  'web/src/features/admin/(?!lib/[\\w-]+\\.schema)',
  'web/src/app/(admin-money-pages|routes/admin)',
);

const ROUTE_TABLES = ['route-table', 'signed-in-route-table'].map((name) =>
  resolvePath(`./src/lib/${name}.ts`),
);
const formikDependencies = resolvePath('./src/lib/formik-dependencies/');
const alias = [
  { find: /^(?:lodash-es\/(\w+)|(hoist-non-react-statics))$/, replacement: `${formikDependencies}$1$2.ts` },
  { find: '@desk/contracts', replacement: resolvePath('../libs/contracts/src') },
  { find: '@', replacement: resolvePath('./src') },
];

export default defineConfig({
  plugins: [react(), tailwindcss(), evaluateAtBuild(ROUTE_TABLES, alias)],
  resolve: {
    alias,
  },
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
        codeSplitting: {
          groups: [
            { name: 'core', test: CORE },
            { name: 'values', test: VALUES },
            { name: 'forms', test: FORMS },
            { name: 'validation', test: VALIDATION },
            { name: 'icons', test: ICONS },
            { name: 'overlays', test: OVERLAYS },
            { name: 'reports', test: REPORTS },
            { name: 'incidents', test: INCIDENTS },
            { name: 'product', test: PRODUCT },
            { name: 'browsers', test: BROWSERS },
            { name: 'lists', test: LISTS },
            { name: 'admin', test: ADMIN },
            { name: 'waiting', test: WAITING },
            { name: 'funnel', test: FUNNEL },
            { name: 'user', test: USER },
            { name: 'admin-money', test: ADMIN_MONEY },
            { name: 'integrations', test: INTEGRATIONS },
            { name: 'leads', test: LEADS },
            { name: 'legal', test: LEGAL },
          ],
        },
      },
    },
  },
});
