/** An address that a funnel sent, if it may be followed: a script or a file is none. */
export function safeLink(given: string): string | null {
  try {
    const { protocol, href } = new URL(given);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}
