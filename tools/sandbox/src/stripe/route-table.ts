import type { Route } from './route.js';

interface Entry {
  readonly parts: readonly string[];
  readonly route: Route;
}

/** Finds a route by method and path. Routes with literal segments precede those with `:id`, so the first match wins. */
export class RouteTable {
  private readonly buckets = new Map<string, Entry[]>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const parts = route.path.split('/');
      const key = `${route.method} ${parts.length} ${parts[2] ?? ''}`;
      const bucket = this.buckets.get(key) ?? [];
      this.buckets.set(key, bucket);
      bucket.push({ parts, route });
    }
  }

  find(method: string, path: string): { route: Route; id: string } | undefined {
    const actual = path.split('/');
    const bucket = this.buckets.get(`${method} ${actual.length} ${actual[2] ?? ''}`) ?? [];
    for (const { parts, route } of bucket) {
      if (!parts.every((part, index) => part === ':id' || part === actual[index])) continue;
      const id = actual[parts.indexOf(':id')];
      return { route, id: parts.includes(':id') && id !== undefined ? decodeURIComponent(id) : '' };
    }
    return undefined;
  }
}
