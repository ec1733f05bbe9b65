import { type Route, routes } from '@desk/contracts';

const patterns = Object.values(routes).map(({ method, path }: Route) => ({
  method,
  // As Express matches paths: in any case, with or without a slash at the end.
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
}));

/** The methods of the routes with this path; none if there is no such route. */
export const allowedMethods = (path: string): string[] => [
  ...new Set(
    patterns
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  ),
];
