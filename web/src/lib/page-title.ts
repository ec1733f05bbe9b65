import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { titleOf } from '@/config/pages';

/** For a page whose title depends on what it shows, such as a lead's name. Nothing is changed while it is null. */
export function usePageTitle(name: string | null): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (name !== null) document.title = titleOf(name);
  }, [name, pathname]);
}
