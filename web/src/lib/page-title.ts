import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { formatTitle } from '@/config/pages';

/** Sets a title that depends on the page's data, such as a lead's name. Does nothing while `name` is null. */
export function usePageTitle(name: string | null): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (name !== null) document.title = formatTitle(name);
  }, [name, pathname]);
}
