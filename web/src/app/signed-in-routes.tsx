import type { QueryClient } from '@tanstack/react-query';
import { redirect, type RouteObject } from 'react-router';
import { readUser, SECURITY_PATH } from '@/lib/current-user';
import { MissingPageError } from '@/lib/missing-page';
import type { Page } from './page';
import { ErrorContent, RootError } from './root-error';
import { adminPages, agentPages, userPages } from './signed-in-pages';

/**
 * Errors replace only the page, so that the sidebar stays usable. A page that could not be loaded cannot show its error,
 * so a route around it does.
 */
const besideSidebar = (pages: readonly Page[]): RouteObject => ({
  ErrorBoundary: ErrorContent,
  children: [...pages],
});

/** Routes that load the user first. Visitors without access get Page Not Found. */
export const createSignedInRoutes = (queryClient: QueryClient): RouteObject => ({
  id: 'signed-in',
  loader: async () => {
    if (!(await readUser(queryClient))) throw new MissingPageError();
    return null;
  },
  lazy: () => import('./signed-in-layout'),
  ErrorBoundary: RootError,
  children: [
    besideSidebar(userPages),
    {
      loader: async () => ((await readUser(queryClient))?.isAdmin === true ? redirect('/admin') : null),
      children: [besideSidebar(agentPages)],
    },
    {
      loader: async () => {
        const user = await readUser(queryClient);
        if (user?.isAdmin !== true) throw new MissingPageError();
        return user.secondFactorRequired ? redirect(SECURITY_PATH) : null;
      },
      children: [besideSidebar(adminPages)],
    },
  ],
});
