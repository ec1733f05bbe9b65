import { brand } from '@desk/contracts/brand';
import { useEffect } from 'react';
import { useLocation, useMatches } from 'react-router';

/** Data of a route about its page. */
export interface PageHandle {
  /** Empty for the landing page. */
  readonly name: string;
}

/** The name of the innermost route that is a page, rather than a layout. */
export const usePageName = (): string | undefined =>
  useMatches()
    .map(({ handle }) => (handle as PageHandle | undefined)?.name)
    .findLast((name) => name !== undefined);

export const formatTitle = (name: string): string =>
  name === '' ? `${brand}: exclusive, real-time annuity leads` : `${name} | ${brand}`;

/** Sets a title that depends on the page's data, such as a lead's name. Does nothing while `name` is null. */
export function usePageTitle(name: string | null): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (name !== null) document.title = formatTitle(name);
  }, [name, pathname]);
}
