import type { PushBrowser } from '@desk/contracts/notifications/push.schemas';
import type { PushEndReason } from '@desk/contracts/notifications/push.values';
import { formatDate, formatDateTime } from '@/lib/dates';

type ListedBrowser = Pick<PushBrowser, 'allowedAt' | 'endedAt' | 'endReason' | 'lastNotification'>;

const endReasons: Readonly<Record<PushEndReason, string>> = {
  GONE: 'The browser no longer accepts notifications: they were turned off there, or its data was cleared.',
  TAKEN_OVER: 'Somebody else signed in with this browser and allowed notifications there.',
  KEY_CHANGED: 'Notifications have to be allowed again on this browser.',
};

const describeEndReason = (reason: string | null): string =>
  (endReasons as Partial<Record<string, string>>)[reason ?? ''] ??
  'The browser no longer accepts notifications.';

/** A push service that accepted a notification has not shown it, so this does not say more. */
function describeLastNotification({ lastNotification }: ListedBrowser): string {
  if (lastNotification === null) return 'No notifications sent yet.';
  const { status, at } = lastNotification;
  const when = formatDateTime(at);
  if (status === 'sent') return `Last notification sent ${when}.`;
  return status === 'failed'
    ? `The last notification could not be sent, ${when}.`
    : `We have been trying to send a notification since ${when}.`;
}

/** Says since when a browser gets notifications and what came of the last one, or why it gets none any more. */
export const describePushBrowser = (browser: ListedBrowser): string =>
  browser.endedAt === null
    ? `Allowed ${formatDate(browser.allowedAt)}. ${describeLastNotification(browser)}`
    : describeEndReason(browser.endReason);
