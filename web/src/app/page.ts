import type { LazyRouteFunction, RouteObject } from 'react-router';
import type { PageHandle } from '@/lib/page-title';

/** A page as a route. */
export interface Page {
  readonly path: string;
  readonly handle: PageHandle;
  readonly lazy: LazyRouteFunction<RouteObject>;
}

/** `name` is the page's heading, and the window title without the brand. `load` imports a file that exports `Component`. */
export const page = (path: string, name: string, load: Page['lazy']): Page => ({
  path,
  handle: { name },
  lazy: load,
});
