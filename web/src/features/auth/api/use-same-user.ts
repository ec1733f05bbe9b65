import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { userQuery } from '@/lib/current-user';

// A page that the browser restores may show the data of a user who has signed out since.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

/** Reloads the page when another account has signed in from another tab: the first user's data is still in memory. */
export function useSameUser(): CurrentUser | null | undefined {
  const { data: user } = useQuery({ ...userQuery, refetchOnWindowFocus: 'always' });
  const [firstId] = useState(user?.id);
  const isAnother = user && user.id !== firstId;
  useEffect(() => {
    if (isAnother) location.reload();
  }, [isAnother]);
  return isAnother ? undefined : user;
}
