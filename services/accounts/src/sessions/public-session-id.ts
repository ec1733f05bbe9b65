import { createHash } from 'node:crypto';

/** Identifies a session in lists without revealing its id, which is a secret. */
export const toPublicSessionId = (sid: string): string =>
  createHash('sha256').update(`session ${sid}`).digest('hex').slice(0, 16);
