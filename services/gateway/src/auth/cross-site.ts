const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface SiteHeaders {
  readonly secFetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly host: string | undefined;
}

/**
 * Whether a browser reports that another site's page caused this write. Other clients send neither header, and they
 * hold no cookie that another site could make them send.
 */
export function isCrossSiteWrite(method: string, headers: SiteHeaders, publicUrl: string): boolean {
  if (READ_METHODS.has(method)) return false;
  const { secFetchSite, origin, host } = headers;
  if (secFetchSite !== undefined) return secFetchSite !== 'same-origin' && secFetchSite !== 'none';
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const sender = new URL(origin);
  return sender.origin !== new URL(publicUrl).origin && sender.host !== host;
}
