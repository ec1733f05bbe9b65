import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { QueryClient } from '@tanstack/react-query';
import { redirect, type RouteObject } from 'react-router';
import { SECURITY_PATH, userQuery } from '@/lib/current-user';
import { MissingPageError } from '@/lib/missing-page';
import type { PageHandle } from '@/lib/page-title';
import { hasCompletedSignUp } from '@/features/onboarding/lib/completed-flag';
import { type PageAccess, pages } from './pages';
import { PublicLayout } from './public-layout';
import { ErrorContent, RootError } from './root-error';
import { RootLayout } from './root-layout';
import { NotFound } from './routes/not-found';

/** Shown until the user is known, so that neither the page nor 'Page Not Found' flashes. */
const EmptyScreen = () => null;

const notFound: PageHandle = { name: 'Page Not Found' };

/** The pages that these people may see. A page that could not be loaded cannot show its error: a route around it does. */
const routesFor = (access: PageAccess): RouteObject[] =>
  pages
    .filter((page) => page.access === access)
    .map(({ path, name, load }) => ({ path, handle: { name } satisfies PageHandle, lazy: load }));

/** Errors replace only the page, so that the sidebar stays usable. */
const besideSidebar = (access: PageAccess): RouteObject => ({
  ErrorBoundary: ErrorContent,
  children: routesFor(access),
});

/** Routes that load the user first. Visitors without access get Page Not Found. */
function signedInRoutes(readUser: () => Promise<CurrentUser | null>): RouteObject {
  return {
    loader: async () => {
      if (!(await readUser())) throw new MissingPageError();
      return null;
    },
    lazy: () => import('./signed-in-layout'),
    ErrorBoundary: RootError,
    children: [
      besideSidebar('users'),
      {
        loader: async () => ((await readUser())?.isAdmin === true ? redirect('/admin') : null),
        children: [besideSidebar('agents')],
      },
      {
        loader: async () => {
          const user = await readUser();
          if (user?.isAdmin !== true) throw new MissingPageError();
          return user.secondFactorRequired ? redirect(SECURITY_PATH) : null;
        },
        children: [besideSidebar('admins')],
      },
    ],
  };
}

export const createRoutes = (queryClient: QueryClient): RouteObject[] => {
  const readUser = () => queryClient.query({ ...userQuery, staleTime: 'static' });
  return [
    {
      Component: RootLayout,
      ErrorBoundary: RootError,
      HydrateFallback: EmptyScreen,
      children: [
        {
          Component: PublicLayout,
          ErrorBoundary: RootError,
          children: [...routesFor('public'), { path: '*', handle: notFound, Component: NotFound }],
        },
        ...routesFor('plain'),
        {
          loader: async () => {
            const user = await readUser().catch(() => null);
            return user?.isAdmin === true || hasCompletedSignUp() ? null : redirect('/');
          },
          children: routesFor('new agents'),
        },
        signedInRoutes(readUser),
      ],
    },
  ];
};
