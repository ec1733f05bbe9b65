const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface SiteHeaders {
  readonly secFetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly host: string | undefined;
}

/**
 * Whether a browser says that another site's page caused this write. Programs that are no browser send neither
 * header, and carry no cookie that somebody else put there.
 */
export function isCrossSiteWrite(method: string, headers: SiteHeaders, publicUrl: string): boolean {
  if (READS.has(method)) return false;
  const { secFetchSite, origin, host } = headers;
  if (secFetchSite !== undefined) return secFetchSite !== 'same-origin' && secFetchSite !== 'none';
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const from = new URL(origin);
  return from.origin !== new URL(publicUrl).origin && from.host !== host;
}
