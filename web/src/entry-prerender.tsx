import { prerenderToNodeStream } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { AppProvider } from './app/provider';
import { createRoutes } from './app/routes';
import { listSitePages } from './app/site-pages';
import { metaOf, type PageMeta } from './config/page-descriptions';
import { createQueryClient } from './lib/query-client';

export interface PrerenderedPage {
  /** Path of the HTML file, relative to the site's root. */
  readonly file: string;
  /** Canonical path for search engines; null for pages they should not index. */
  readonly canonical: string | null;
  readonly meta: PageMeta;
  /** Key of the route's module in the build manifest. */
  readonly module: string;
  /** Scripts that must run before the first paint. */
  readonly scripts: readonly string[];
  readonly html: string;
}

interface PagePlan {
  path: string;
  file: string;
  module: string;
  meta: PageMeta;
  isIndexed: boolean;
  scripts: readonly string[];
}

const plan = (path: string, module: string, meta: PageMeta, isIndexed = true): PagePlan => ({
  path,
  file: path === '/' ? 'index.html' : `${path.slice(1)}/index.html`,
  module: `src/app/routes/${module}.tsx`,
  meta,
  isIndexed,
  scripts: [],
});

const plans: readonly PagePlan[] = [
  plan('/', 'landing', metaOf('landing')),
  plan('/login', 'login', metaOf('login')),
  plan('/register', 'register', metaOf('register')),
  plan('/forgot-password', 'forgot-password', metaOf('forgotPassword')),
  plan('/reset-password', 'reset-password', metaOf('resetPassword'), false),
  plan('/confirm-email', 'confirm-email', metaOf('confirmEmail'), false),
  plan('/undo-email-change', 'undo-email-change', metaOf('undoEmailChange'), false),
  plan('/unsubscribe', 'unsubscribe', metaOf('unsubscribe'), false),
  { ...plan('/get-started', 'get-started', metaOf('getStarted')), scripts: ['/resuming.js'] },
  plan('/contact', 'contact', metaOf('contact')),
  plan('/status', 'status', metaOf('status')),
  plan('/terms', 'terms', metaOf('terms')),
  plan('/privacy', 'privacy', metaOf('privacy')),
  { ...plan('/404', 'not-found', metaOf('notFound'), false), file: '404.html' },
];

async function render(path: string): Promise<string> {
  const queryClient = createQueryClient();
  const handler = createStaticHandler(createRoutes(queryClient));
  const context = await handler.query(new Request(new URL(path, 'http://prerender')));
  if (context instanceof Response) throw new Error(`${path} redirects`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const { prelude } = await prerenderToNodeStream(
    <AppProvider queryClient={queryClient}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </AppProvider>,
  );
  let html = '';
  for await (const chunk of prelude) html += String(chunk);
  return html;
}

export const prerenderAll = (): Promise<PrerenderedPage[]> =>
  Promise.all(
    plans.map(async ({ path, isIndexed, ...rest }) => ({
      ...rest,
      canonical: isIndexed ? path : null,
      html: await render(path),
    })),
  );

export const sitePages = listSitePages(new Set(plans.map(({ path }) => path)));

export { brand } from '@desk/contracts/brand';
