import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { QueryClient } from '@tanstack/react-query';
import { forgetVisitorHint } from '@/lib/visitor-hint';
import { USER_KEY } from '@/lib/current-user';

/** Makes `user` the current user and drops everything cached for the previous one. */
export function switchUser(queryClient: QueryClient, user: CurrentUser): void {
  forgetVisitorHint();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== USER_KEY[0] });
  queryClient.setQueryData(USER_KEY, user);
}
