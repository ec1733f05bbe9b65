import type { ConnectedTool, CurrentUser, Mapping, Ownership, PhoneVerification } from '@desk/contracts';
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

/** A session and the user it belongs to. */
export interface SignedIn {
  readonly sid: string;
  readonly user: CurrentUser;
  /** Whether the user proved who they are a short time ago. */
  readonly recentlyAuthenticated: boolean;
  /** What commands that give lasting access depend on. */
  readonly ownership: Ownership;
}

/** What the access guard learned about the sender. */
export interface Identified {
  signedIn?: SignedIn;
  funnelId?: string;
  funnelKeyHash?: string;
  phoneVerification?: PhoneVerification;
  /** The funnel's mapping of posts to its private address. */
  mapping?: Mapping | null;
  /** The secrets that verify the posts of each connected tool. */
  secrets?: Readonly<Partial<Record<ConnectedTool, string>>>;
  /** Leads per second that the funnel may post; undefined without a limit of its own. */
  funnelRate?: number;
}

export type IdentifiedRequest = Request & Identified;
