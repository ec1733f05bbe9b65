import type { Request } from 'express';

/** Where a request comes from. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string | null;
}

export const callerOf = (request: Request): Caller => ({
  address: request.ip ?? 'unknown',
  userAgent: request.get('user-agent')?.slice(0, 300) ?? null,
});
