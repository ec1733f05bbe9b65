import type { QueryClient } from '@tanstack/react-query';
import { redirect, type RouteObject } from 'react-router';
import { pages } from '@/config/pages';
import { userQuery } from '@/lib/current-user';
import { hasCompletedSignUp } from '@/features/onboarding/lib/completed-flag';
import { PublicLayout } from './public-layout';
import { RootError } from './root-error';
import { RootLayout } from './root-layout';
import { NotFound } from './routes/not-found';
import { signedInRoutes } from './signed-in-routes';

/** Shown until the user is known, so that neither the page nor 'Page Not Found' flashes. */
const EmptyScreen = () => null;

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
          children: [
            { path: '/', handle: pages.landing, lazy: () => import('./routes/landing') },
            { path: '/login', handle: pages.login, lazy: () => import('./routes/login') },
            { path: '/register', handle: pages.register, lazy: () => import('./routes/register') },
            {
              path: '/forgot-password',
              handle: pages.forgotPassword,
              lazy: () => import('./routes/forgot-password'),
            },
            {
              path: '/reset-password',
              handle: pages.resetPassword,
              lazy: () => import('./routes/reset-password'),
            },
            {
              path: '/confirm-email',
              handle: pages.confirmEmail,
              lazy: () => import('./routes/confirm-email'),
            },
            {
              path: '/undo-email-change',
              handle: pages.undoEmailChange,
              lazy: () => import('./routes/undo-email-change'),
            },
            {
              path: '/unsubscribe',
              handle: pages.unsubscribe,
              lazy: () => import('./routes/unsubscribe'),
            },
            { path: '/contact', handle: pages.contact, lazy: () => import('./routes/contact') },
            { path: '/status', handle: pages.status, lazy: () => import('./routes/status') },
            { path: '/terms', handle: pages.terms, lazy: () => import('./routes/terms') },
            { path: '/privacy', handle: pages.privacy, lazy: () => import('./routes/privacy') },
            { path: '*', handle: pages.notFound, Component: NotFound },
          ],
        },
        { path: '/get-started', handle: pages.getStarted, lazy: () => import('./routes/get-started') },
        {
          path: '/get-started-thank-you',
          handle: pages.thankYou,
          loader: async () => {
            const user = await readUser().catch(() => null);
            return user?.isAdmin === true || hasCompletedSignUp() ? null : redirect('/');
          },
          lazy: () => import('./routes/thank-you'),
        },
        signedInRoutes(readUser),
      ],
    },
  ];
};
