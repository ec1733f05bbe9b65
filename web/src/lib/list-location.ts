interface ListLocation {
  readonly search: string;
  readonly hash: string;
}

/** Searches are names of people. They stay in the fragment, which browsers do not send: servers and proxies log URLs. */
const isSearch = (name: string): boolean => name === 'search' || name.endsWith('_search');

/** Reads the state of a list from a page's URL. A link may also have a search in the query string. */
export function readListParams({ search, hash }: ListLocation): URLSearchParams {
  const params = new URLSearchParams(search);
  for (const [name, value] of new URLSearchParams(hash.slice(1))) if (isSearch(name)) params.set(name, value);
  return params;
}

/** Returns the parts of the page's URL that hold the state of a list. */
export function toListLocation(params: URLSearchParams): ListLocation {
  const all = [...params];
  const search = new URLSearchParams(all.filter(([name]) => !isSearch(name))).toString();
  const hash = new URLSearchParams(all.filter(([name]) => isSearch(name))).toString();
  return { search: search && `?${search}`, hash: hash && `#${hash}` };
}
