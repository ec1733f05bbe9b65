import './styles/index.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { AppProvider } from './app/provider';
import { createQueryClient } from './app/query-client';
import { loadRouter } from './app/router';
import { followTimeZone } from './lib/current-user';
import { createScriptPolicy } from './lib/trusted-scripts';

/** Splits startup into short tasks, so that a slow phone stays responsive. */
const yieldToBrowser = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The router stores scroll positions by this key. Pages loaded without one would all share a single position. */
function nameHistoryEntry(): void {
  const state = (history.state ?? {}) as { key?: string };
  history.replaceState({ key: Math.random().toString(36).slice(2, 10), ...state }, '');
}

/** A top-level await would never end: the pages that it loads import from this script and would wait for it. */
async function start(): Promise<void> {
  createScriptPolicy();
  nameHistoryEntry();
  const queryClient = createQueryClient();
  followTimeZone(queryClient);
  const router = await loadRouter(queryClient);
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
