import type { QueryClient } from '@tanstack/react-query';
import { redirect, type RouteObject } from 'react-router';
import { readUser } from '@/lib/current-user';
import type { PageHandle } from '@/lib/page-title';
import { hasCompletedSignUp } from '@/features/onboarding/lib/completed-flag';
import { newAgentPages, plainPages, publicPages } from './public-pages';
import { PublicLayout } from './public-layout';
import { RootError } from './root-error';
import { RootLayout } from './root-layout';
import { NotFound } from './routes/not-found';

/** Shown until the user is known, so that neither the page nor 'Page Not Found' flashes. */
const EmptyScreen = () => null;

const notFound: PageHandle = { name: 'Page Not Found' };

/** Id of the route that contains all others. */
export const ROOT_ID = 'root';

/** Creates the routes of the public pages, next to those of the signed-in pages once they are loaded. */
export const createRoutes = (queryClient: QueryClient, signedInRoutes?: RouteObject): RouteObject[] => [
  {
    id: ROOT_ID,
    Component: RootLayout,
    ErrorBoundary: RootError,
    HydrateFallback: EmptyScreen,
    children: [
      {
        Component: PublicLayout,
        ErrorBoundary: RootError,
        children: [...publicPages, { path: '*', handle: notFound, Component: NotFound }],
      },
      ...plainPages,
      {
        loader: async () => {
          const user = await readUser(queryClient).catch(() => null);
          return user?.isAdmin === true || hasCompletedSignUp() ? null : redirect('/');
        },
        children: [...newAgentPages],
      },
      ...(signedInRoutes ? [signedInRoutes] : []),
    ],
  },
];
