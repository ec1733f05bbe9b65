import { type Route, routes } from '@desk/contracts';
import { routePath } from './route-path.js';

const patterns = Object.values(routes).map(({ method, path }: Route) => ({
  method,
  pattern: new RegExp(`^${routePath(path).replaceAll(/:\w+/g, '[^/]+')}$`),
}));

/** The methods of the routes with this path; none if there is no such route. */
export const allowedMethods = (path: string): string[] => [
  ...new Set(
    patterns
      .filter(({ pattern }) => pattern.test(routePath(path)))
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  ),
];
