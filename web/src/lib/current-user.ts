import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { readOrNull } from '@/lib/api-client';
import { isKnownVisitor } from '@/lib/visitor-hint';

export const USER_KEY = ['/api/auth/user'] as const;

/** The signed-in user, or null when signed out. */
export const userQuery = queryOptions({
  queryKey: USER_KEY,
  queryFn: () => (isKnownVisitor() ? null : readOrNull<CurrentUser>(USER_KEY[0])),
});

/** Undefined while loading. */
export const useUser = (): CurrentUser | null | undefined => useQuery(userQuery).data;

/** The user's start page after signing in. */
export const getHomePath = ({ isAdmin }: Pick<CurrentUser, 'isAdmin'>): '/admin' | '/dashboard' =>
  isAdmin ? '/admin' : '/dashboard';
