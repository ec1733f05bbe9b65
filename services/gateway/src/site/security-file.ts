import { textFile, type SiteFile } from './site-files.js';

export const SECURITY_FILE = '.well-known/security.txt';

/** Less than a year, as RFC 9116 recommends. Every start begins it anew. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/** Returns where to report a vulnerability, in the form of RFC 9116. */
export const securityFile = (origin: string, now = Date.now()): SiteFile =>
  textFile(
    SECURITY_FILE,
    [
      `Contact: ${origin}/contact`,
      `Expires: ${new Date(now + VALID_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${origin}/${SECURITY_FILE}`,
      `Policy: ${origin}/security-policy.txt`,
      '',
    ].join('\n'),
  );
