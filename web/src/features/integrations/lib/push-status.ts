import type { PushBrowser } from '@desk/contracts/notifications/push.schemas';
import type { PushEndReason } from '@desk/contracts/notifications/push.values';
import { formatDateTime } from '@/lib/dates';

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

/** Returns what to tell the agent about this browser. */
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

const endReasons: Readonly<Record<PushEndReason, string>> = {
  GONE: 'The browser no longer accepts notifications: they were turned off there, or its data was cleared.',
  TAKEN_OVER: 'Somebody else signed in with this browser and allowed notifications there.',
  KEY_CHANGED: 'Notifications have to be allowed again on this browser.',
};

/** Says why a browser gets no notifications any more. */
export const describeEndReason = (reason: string | null): string =>
  (endReasons as Partial<Record<string, string>>)[reason ?? ''] ??
  'The browser no longer accepts notifications.';

/** A push service that accepted a notification has not shown it, so this does not say more. */
export function describeLastNotification({ lastNotification }: PushBrowser): string {
  if (lastNotification === null) return 'No notifications sent yet.';
  const { status, at } = lastNotification;
  const when = formatDateTime(at);
  if (status === 'sent') return `Last notification sent ${when}.`;
  return status === 'failed'
    ? `The last notification could not be sent, ${when}.`
    : `We have been trying to send a notification since ${when}.`;
}
