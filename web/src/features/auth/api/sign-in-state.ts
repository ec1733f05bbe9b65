import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { QueryClient } from '@tanstack/react-query';
import { forgetVisitorHint } from '@/lib/visitor-hint';
import { USER_KEY } from '@/lib/current-user';

/** What was read as another person, or as nobody, is forgotten. */
export function becomeUser(queryClient: QueryClient, user: CurrentUser): void {
  forgetVisitorHint();
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== USER_KEY[0] });
  queryClient.setQueryData(USER_KEY, user);
}
