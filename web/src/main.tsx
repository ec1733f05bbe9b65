import './styles/index.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { AppProvider } from './app/provider';
import { createRouter, loadFirstPage } from './app/router';
import { createRoutes } from './app/routes';
import { createQueryClient } from './lib/query-client';

const queryClient = createQueryClient();
const routes = createRoutes(queryClient);
// When the code cannot be had, the router tries again and shows the error.
await loadFirstPage(routes, location.pathname).catch(() => undefined);
/** Lets the browser answer the visitor in between: on a slow phone the start is many short tasks, not one long. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

await pause();
const router = createRouter(routes);
await pause();

const app = (
  <AppProvider queryClient={queryClient}>
    <RouterProvider router={router} />
  </AppProvider>
);
const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
// The shell is empty; a prerendered page is taken over as it is.
const hydrate = root.firstElementChild !== null;
// As a transition the work is cut into slices, so that the page answers meanwhile.
startTransition(() => {
  if (hydrate) hydrateRoot(root, app);
  else createRoot(root).render(app);
});
