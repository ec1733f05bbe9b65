import type { SitePage } from '@desk/contracts/site-pages';
import { prerenderToNodeStream } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { isSignedIn, pages } from './app/pages';
import { prerenderedPages } from './app/prerendered-pages';
import { AppProvider } from './app/provider';
import { createRoutes } from './app/routes';
import { formatTitle } from './lib/page-title';
import { createQueryClient } from './app/query-client';

/** A page of HTML, and what goes into its head. */
export interface RenderedPage {
  /** Path of the HTML file, relative to the site's root. */
  readonly file: string;
  /** Canonical path for search engines; null for pages they should not index. */
  readonly canonical: string | null;
  readonly title: string;
  readonly description: string;
  /** Key of the route's module in the build manifest. */
  readonly module: string;
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

const toFile = (path: string): string =>
  path === '/' ? 'index.html' : path === '/404' ? '404.html' : `${path.slice(1)}/index.html`;

export const prerenderAll = (): Promise<RenderedPage[]> =>
  Promise.all(
    Object.entries(prerenderedPages).map(async ([path, page]) => ({
      file: toFile(path),
      canonical: page.isHidden === true ? null : path,
      title: formatTitle(pages.find((each) => each.path === path)?.name ?? 'Page Not Found'),
      description: page.description,
      module: `src/app/routes/${page.module ?? path.slice(1)}.tsx`,
      scripts: page.scripts ?? [],
      html: await render(path),
    })),
  );

/** Every page of the router with how the gateway must serve it. */
export const sitePages: readonly SitePage[] = pages.map(({ path, access }) => ({
  path,
  kind: path in prerenderedPages ? 'prerendered' : isSignedIn(access) ? 'signed-in' : 'guarded',
}));

export { brand } from '@desk/contracts/brand';
