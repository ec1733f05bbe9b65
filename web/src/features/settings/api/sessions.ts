import type { UserSession } from '@desk/contracts/accounts/accounts.schemas';
import { describeDevice } from '@desk/contracts/format/device';
import { useMutation } from '@tanstack/react-query';
import { callRoute, type RouteAnswer, type RouteBody, UNREACHABLE } from '@/lib/api-client';
import { pluralize } from '@/lib/numbers';
import { useRefresh } from '@/lib/use-refresh';

/** Reloads the page afterwards, so that none of the user's data stays in memory. Stays pending until then. */
export const useEndAllSessions = () =>
  useMutation({
    mutationFn: () => callRoute('endAllSessions'),
    onSuccess: () => {
      location.assign('/login');
      return new Promise(() => undefined);
    },
    meta: { failure: UNREACHABLE },
  });

export const useEndSession = ({ id, userAgent }: UserSession) =>
  useMutation({
    mutationFn: () => callRoute('endSession', { body: { id } }),
    onSuccess: useRefresh('listSessions'),
    meta: {
      success: { title: 'Success', description: `${describeDevice(userAgent)} has been signed out.` },
      failure: UNREACHABLE,
    },
  });

export const useEndOtherSessions = () =>
  useMutation({
    mutationFn: () => callRoute('endOtherSessions'),
    onSuccess: useRefresh('listSessions'),
    meta: {
      success: ({ ended }: RouteAnswer<'endOtherSessions'>) => ({
        title: 'Success',
        description: `You have been signed out of ${pluralize(ended, 'other session')}.`,
      }),
      failure: UNREACHABLE,
    },
  });

/** Also ends all other sessions. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: RouteBody<'changePassword'>) => callRoute('changePassword', { body }),
    onSuccess: useRefresh('listSessions'),
    meta: {
      success: {
        title: 'Success',
        description: 'Your password has been changed. You have been signed out everywhere else.',
      },
      failure: 'Failed to change password',
    },
  });
