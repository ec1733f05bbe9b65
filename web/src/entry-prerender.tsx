import { brand } from '@desk/contracts/brand';
import { type SitePage, toPageFile } from '@desk/contracts/site-pages';
import { prerenderToNodeStream } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { descriptions } from './app/descriptions';
import type { Page } from './app/page';
import { AppProvider } from './app/provider';
import { newAgentPages, plainPages, publicPages } from './app/public-pages';
import { createQueryClient } from './app/query-client';
import { createRoutes } from './app/routes';
import { adminPages, agentPages, userPages } from './app/signed-in-pages';
import { formatTitle } from './lib/page-title';

/** A page of HTML, and what goes into its head. */
export interface RenderedPage {
  readonly path: string;
  /** Path of the HTML file, relative to the site's root. */
  readonly file: string;
  readonly title: string;
  /** Description for search engines. Undefined for pages that should not be indexed. */
  readonly description: string | undefined;
  /** Keys in the build manifest of the modules that the page loads first. */
  readonly modules: readonly string[];
  /** Scripts that must run before the first paint. */
  readonly scripts: readonly string[];
  readonly html: string;
}

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

const toRouteFile = (path: string): string =>
  `src/app/routes/${path.slice(1).replaceAll('/', '-').replace(':', '') || 'landing'}.tsx`;

const prerender = async ({ path, handle }: Page): Promise<RenderedPage> => ({
  path,
  file: toPageFile(path),
  title: formatTitle(handle.name),
  description: descriptions[path],
  modules: [toRouteFile(path)],
  scripts: path === '/get-started' ? ['/resuming.js'] : [],
  html: await render(path),
});

const NOT_FOUND = '/404';
const SIGNED_IN_ROUTES = 'src/app/signed-in-routes.tsx';

export const prerenderAll = async (): Promise<RenderedPage[]> => [
  ...(await Promise.all([...publicPages, ...plainPages].map(prerender))),
  {
    path: NOT_FOUND,
    file: '404.html',
    title: formatTitle('Page Not Found'),
    description: undefined,
    // An unknown path may be a signed-in page, so the router loads those routes first.
    modules: [SIGNED_IN_ROUTES],
    scripts: [],
    html: await render(NOT_FOUND),
  },
  // Serves all pages that are not prerendered.
  {
    path: '',
    file: 'shell.html',
    title: brand,
    description: undefined,
    modules: [SIGNED_IN_ROUTES, 'src/app/signed-in-layout.tsx'],
    scripts: [],
    html: '',
  },
];

/** The pages that the shell serves, and those whose file serves several paths. */
export const sitePages: readonly SitePage[] = [
  ...publicPages
    .filter(({ path }) => path.includes(':'))
    .map(({ path }) => ({ path, kind: 'prerendered' as const })),
  ...newAgentPages.map(({ path }) => ({ path, kind: 'guarded' as const })),
  ...[...userPages, ...agentPages, ...adminPages].map(({ path }) => ({ path, kind: 'signed-in' as const })),
];
