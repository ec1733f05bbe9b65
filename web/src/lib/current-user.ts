import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { readOrNull } from '@/lib/api-client';
import { isKnownVisitor } from '@/lib/visitor-hint';

export const USER_KEY = ['/api/auth/user'] as const;

/** The signed-in user; null when nobody is. */
export const userQuery = queryOptions({
  queryKey: USER_KEY,
  queryFn: () => (isKnownVisitor() ? null : readOrNull<CurrentUser>(USER_KEY[0])),
});

/** Undefined while it is not known. */
export const useUser = (): CurrentUser | null | undefined => useQuery(userQuery).data;

/** Where somebody belongs after signing in. */
export const homeOf = ({ isAdmin }: Pick<CurrentUser, 'isAdmin'>): '/admin' | '/dashboard' =>
  isAdmin ? '/admin' : '/dashboard';
