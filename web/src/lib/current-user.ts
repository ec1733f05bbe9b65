import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callRouteOrNull } from '@/lib/api-client';
import { isKnownVisitor } from '@/lib/visitor-hint';

export const USER_KEY = ['getCurrentUser'] as const;

/** The signed-in user, or null when signed out. */
export const userQuery = queryOptions({
  queryKey: USER_KEY,
  queryFn: () => (isKnownVisitor() ? null : callRouteOrNull('getCurrentUser')),
});

/** Undefined while loading. */
export const useUser = (): CurrentUser | null | undefined => useQuery(userQuery).data;

/** Where users manage how they sign in. */
export const SECURITY_PATH = '/settings?tab=security';

/** The user's start page after signing in. */
export const getHomePath = ({ isAdmin }: Pick<CurrentUser, 'isAdmin'>): '/admin' | '/dashboard' =>
  isAdmin ? '/admin' : '/dashboard';
