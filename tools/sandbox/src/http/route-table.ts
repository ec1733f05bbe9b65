interface Entry<T> {
  readonly parts: readonly string[];
  readonly route: T;
}

/** Finds a route by method and path. Literal paths precede those with `:id`, so the first match wins. */
export class RouteTable<T extends { readonly method: string; readonly path: string }> {
  private readonly buckets: ReadonlyMap<string, readonly Entry<T>[]>;

  constructor(routes: readonly T[]) {
    const entries = routes.map((route) => ({ parts: route.path.split('/'), route }));
    this.buckets = Map.groupBy(entries, ({ parts, route }) => toKey(route.method, parts));
  }

  find(method: string, path: string): { route: T; id: string } | undefined {
    const actual = path.split('/');
    const found = this.buckets
      .get(toKey(method, actual))
      ?.find(({ parts }) => parts.every((part, index) => part === ':id' || part === actual[index]));
    return found && { route: found.route, id: decodeURIComponent(actual[found.parts.indexOf(':id')] ?? '') };
  }
}

const toKey = (method: string, parts: readonly string[]): string =>
  `${method} ${parts.length} ${parts[2] ?? ''}`;
