import type { PushBrowser } from '@desk/contracts/notifications/push.schemas';

/** What this browser can do. `endpointDigest` is null if it has no subscription. */
export interface ThisBrowser {
  readonly isSupported: boolean;
  readonly permission: NotificationPermission;
  readonly endpointDigest: string | null;
}

/** `review`: set up before the account was recovered, and waits for the agent to keep it. */
export type PushStatus = 'unavailable' | 'unsupported' | 'blocked' | 'review' | 'allowed' | 'offered';

export const isActive = ({ endedAt }: PushBrowser): boolean => endedAt === null;

export const isThisBrowser = ({ endpointDigest }: PushBrowser, browser: ThisBrowser): boolean =>
  endpointDigest === browser.endpointDigest;

export function toPushStatus(
  applicationServerKey: string | null,
  browsers: readonly PushBrowser[],
  browser: ThisBrowser,
): PushStatus {
  if (applicationServerKey === null) return 'unavailable';
  if (!browser.isSupported) return 'unsupported';
  if (browser.permission === 'denied') return 'blocked';
  const listed = browsers.find((one) => isActive(one) && isThisBrowser(one, browser));
  if (listed === undefined || browser.permission !== 'granted') return 'offered';
  return listed.needsReview ? 'review' : 'allowed';
}
