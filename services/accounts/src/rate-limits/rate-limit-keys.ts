import { createHash } from 'node:crypto';

/** Names a counter. Addresses and emails are hashed, so that the table reveals no personal data. */
export const rateLimitKey = (purpose: string, ...parts: readonly string[]): string =>
  `${purpose}:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
