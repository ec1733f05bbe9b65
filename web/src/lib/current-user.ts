import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { hashKey, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callRouteOrNull } from '@/lib/api-client';
import { showTimesIn } from '@/lib/time-zone';

/**
 * Scripts cannot read the session cookie, so the server sets this one on pages served without a session. It saves
 * signed-out visitors the current-user request. Without it, nothing is known and the request is made.
 */
const getHintName = (): string => (location.protocol === 'https:' ? '__Host-desk-visitor' : 'desk-visitor');

const isKnownVisitor = (): boolean => document.cookie.split('; ').includes(`${getHintName()}=1`);

/** Call after a sign-in without a page load. */
function forgetVisitorHint(): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${getHintName()}=; Path=/; Max-Age=0; SameSite=Lax${secure}`;
}

export const USER_KEY = ['getCurrentUser'] as const;

/** The signed-in user, or null when signed out. */
export const userQuery = queryOptions({
  queryKey: USER_KEY,
  queryFn: () => (isKnownVisitor() ? null : callRouteOrNull('getCurrentUser')),
});

/** Requests the user unless already known. Throws like `callRoute`. */
export const readUser = (queryClient: QueryClient): Promise<CurrentUser | null> =>
  queryClient.query({ ...userQuery, staleTime: 'static' });

/** Undefined while loading. */
export const useUser = (): CurrentUser | null | undefined => useQuery(userQuery).data;

/** Shows all times in the time zone of the signed-in agent. Admins choose none, so they see the browser's. */
export function followTimeZone(queryClient: QueryClient): void {
  queryClient.getQueryCache().subscribe(({ query: { queryHash } }) => {
    if (queryHash !== hashKey(USER_KEY)) return;
    const user = queryClient.getQueryData<CurrentUser | null>(USER_KEY);
    showTimesIn(user?.isAdmin === false ? user.timeZone : undefined);
  });
}

/** Makes `user` the current user and drops everything cached for the previous one. */
export function switchUser(queryClient: QueryClient, user: CurrentUser): void {
  forgetVisitorHint();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== USER_KEY[0] });
  queryClient.setQueryData(USER_KEY, user);
}

/** Where users manage how they sign in. */
export const SECURITY_PATH = '/settings?tab=security';

/** The user's start page after signing in. */
export const getHomePath = ({ isAdmin }: Pick<CurrentUser, 'isAdmin'>): '/admin' | '/dashboard' =>
  isAdmin ? '/admin' : '/dashboard';
