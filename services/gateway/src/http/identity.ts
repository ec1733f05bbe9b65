import type { authenticateFunnel, Caller, CurrentUser, Ownership, ResponseOf } from '@desk/contracts';
import type { Request } from 'express';

export const callerOf = (request: Request): Caller => ({
  address: request.ip ?? 'unknown',
  userAgent: request.get('user-agent')?.slice(0, 300) ?? null,
});

/** A session and the user it belongs to. */
export interface SignedIn {
  readonly sid: string;
  readonly user: CurrentUser;
  /** Whether the user proved who they are a short time ago. */
  readonly recentlyAuthenticated: boolean;
  /** Checked by commands that give lasting access. */
  readonly ownership: Ownership;
}

/** A funnel and the hash of the key that identified it. */
export interface IdentifiedFunnel extends ResponseOf<typeof authenticateFunnel> {
  readonly keyHash: string;
}

/** A request with what the access guard learned about its sender. */
export interface IdentifiedRequest extends Request {
  signedIn?: SignedIn;
  funnel?: IdentifiedFunnel;
}
