/** Returns a URL from a funnel if it is safe as a link. A `javascript:` URL would run in the admin's session. */
export function getSafeLink(url: string): string | null {
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}
