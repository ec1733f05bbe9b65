import './styles/index.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { AppProvider } from './app/provider';
import { createRoutes } from './app/routes';
import { createQueryClient } from './app/query-client';
import { followTimeZone } from './lib/current-user';
import { createScriptPolicy } from './lib/trusted-scripts';

/** Splits startup into short tasks, so that a slow phone stays responsive. */
const yieldToBrowser = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The router stores scroll positions by this key. Pages loaded without one would all share a single position. */
function nameHistoryEntry(): void {
  const state = (history.state ?? {}) as { key?: string };
  history.replaceState({ key: Math.random().toString(36).slice(2, 10), ...state }, '');
}

/** Loads the lazy routes of `path`. Hydrating a prerendered page before its code is there would discard its HTML. */
async function loadInitialRoutes(routes: RouteObject[], path: string): Promise<void> {
  const matches = matchRoutes(routes, path) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const module = await route.lazy();
      Object.assign(route, module, { lazy: undefined });
    }),
  );
}

/** Not awaited at the top of the module: pages that it loads import code of the same script and would wait for it forever. */
async function start(): Promise<void> {
  createScriptPolicy();
  nameHistoryEntry();
  const queryClient = createQueryClient();
  followTimeZone(queryClient);
  const routes = createRoutes(queryClient);
  // On failure the router loads them again and shows the error.
  await loadInitialRoutes(routes, location.pathname).catch(() => undefined);
  await yieldToBrowser();
  const router = createBrowserRouter(routes);
  await yieldToBrowser();

  const app = (
    <AppProvider queryClient={queryClient}>
      <RouterProvider router={router} />
    </AppProvider>
  );
  const root = document.getElementById('root');
  if (!root) throw new Error('#root is missing from the page');
  // A prerendered page has content to hydrate; the shell of signed-in pages is empty.
  const isPrerendered = root.firstElementChild !== null;
  // In a transition React renders in slices, so that the page stays responsive.
  startTransition(() => {
    if (isPrerendered) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

void start();
