import { brand } from '@desk/contracts/brand';
import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** What a route says about its page. */
export interface PageHandle {
  /** Empty for the landing page. */
  readonly name: string;
}

/** Returns null for a route that is no page, such as a layout. */
export const readPageHandle = (handle: unknown): PageHandle | null =>
  typeof handle === 'object' && handle !== null && 'name' in handle ? (handle as PageHandle) : null;

/** The window title of a page. */
export const formatTitle = (name: string): string =>
  name === '' ? `${brand}: exclusive, real-time annuity leads` : `${name} | ${brand}`;

/** Sets a title that depends on the page's data, such as a lead's name. Does nothing while `name` is null. */
export function usePageTitle(name: string | null): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (name !== null) document.title = formatTitle(name);
  }, [name, pathname]);
}
