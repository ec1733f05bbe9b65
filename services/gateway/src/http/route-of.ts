import { type RouteDefinition, routes } from '@desk/contracts';
import type { Request } from 'express';

/** Returns a request's path as Express matches it to routes: in lower case and without a slash at the end. */
export const routePath = (path: string): string => path.toLowerCase().replace(/\/$/, '');

const declared: readonly Pick<RouteDefinition, 'method' | 'path'>[] = Object.values(routes);
/** Patterns of the routes without parameters, by method and path. */
const patterns: ReadonlyMap<string, string> = new Map(
  declared.filter(({ path }) => !path.includes(':')).map(({ method, path }) => [`${method} ${path}`, path]),
);

/**
 * Returns the pattern of the route that handled a request. A request that was refused before it was routed gets that of
 * the route at its path, if the route has no parameters; all others get `none`.
 */
export function getRoutePattern(request: Request): string {
  const pattern: unknown = (request.route as { path?: unknown } | undefined)?.path;
  if (typeof pattern === 'string') return pattern;
  return patterns.get(`${request.method} ${routePath(request.path)}`) ?? 'none';
}
