import type { RouteName } from '@desk/contracts/routes';
import { requestRoute, type RouteAnswer, type RouteArgs } from './api-client';

/** Calls a list route whose total and next page are in the headers. */
export async function callRouteWithHeaders<Name extends RouteName>(
  name: Name,
  ...args: RouteArgs<Name>
): Promise<{ body: RouteAnswer<Name>; headers: Headers }> {
  const response = await requestRoute(name, ...args);
  return { body: (await response.json()) as RouteAnswer<Name>, headers: response.headers };
}

/** Returns one query parameter of the `rel=next` URL in a Link header (RFC 8288), or null if there is none. */
export function parseNextLink(link: string | null, parameter: string): string | null {
  for (const part of link?.split(/,\s*(?=<)/) ?? []) {
    const [, url = '', attributes = ''] = /^<([^>]*)>(.*)$/.exec(part.trim()) ?? [];
    if (!/;\s*rel="?next"?/.test(attributes)) continue;
    return new URL(url, 'http://any').searchParams.get(parameter);
  }
  return null;
}
