import type { Request } from 'express';

/** Returns the pattern of the route that handled a request, or `none`. */
export function routeOf(request: Request): string {
  const pattern: unknown = (request.route as { path?: unknown } | undefined)?.path;
  return typeof pattern === 'string' ? pattern : 'none';
}
