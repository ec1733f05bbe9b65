import { createHash } from 'node:crypto';

/** Names a session in a list; whoever knows the name cannot use the session. */
export const sessionName = (sid: string): string =>
  createHash('sha256').update(`session ${sid}`).digest('hex').slice(0, 16);
