import type { PushBrowser } from '@desk/contracts/notifications/push.schemas';

/** What this browser can do. `endpointDigest` is null if it has no subscription. */
export interface ThisBrowser {
  readonly isSupported: boolean;
  readonly permission: NotificationPermission;
  readonly endpointDigest: string | null;
}

export type PushStatus = 'unavailable' | 'unsupported' | 'blocked' | 'allowed' | 'offered';

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
  const isListed = browsers.some((one) => isActive(one) && isThisBrowser(one, browser));
  return browser.permission === 'granted' && isListed ? 'allowed' : 'offered';
}
