import { createHash } from 'node:crypto';
import type { Push } from '../faults/sandbox-control.js';

/** A notification of a lead, according to the database. */
export interface BrowserNotification {
  readonly lead: string;
  /** Whether it is a reminder; otherwise it announces a new lead. */
  readonly isReminder: boolean;
  readonly status: string;
  readonly endpointDigest: string;
  /** The lead was not sold to the browser's agent. */
  readonly isUnsold: boolean;
}

type Shown = Pick<BrowserNotification, 'lead' | 'isReminder' | 'endpointDigest'>;

const UUID_LENGTH = 36;

const FIELDS = ['title', 'body', 'path', 'tag'];
/** Everything that a notification may reveal about a lead. */
const BODY = /^State: [A-Z]{2}\. Type: (Fixed|Indexed|MYGA)\.$/;

/**
 * Compares the notifications that browsers got with those that were sent. Returns the differences. A repetition
 * replaces the earlier notification.
 */
export function compareNotifications(
  notifications: readonly BrowserNotification[],
  pushes: readonly Push[],
  toEndpointDigest: (subscription: string) => string,
): object[] {
  const faults: object[] = [];
  const shown: Shown[] = [];
  for (const { subscription, text } of pushes) {
    const { tag, fault } = readPush(text);
    const lead = tag?.slice(-UUID_LENGTH);
    if (fault !== undefined) faults.push({ subscription, lead, fault });
    if (lead !== undefined)
      shown.push({ lead, isReminder: tag !== lead, endpointDigest: toEndpointDigest(subscription) });
  }
  const keys = new Set(shown.map(toKey));
  for (const notification of notifications) {
    const { lead, status, isUnsold } = notification;
    if (status === 'sent' && !keys.has(toKey(notification)))
      faults.push({ lead, fault: 'status is sent, but it did not arrive' });
    if (isUnsold) faults.push({ lead, fault: 'announced to an agent who did not buy it' });
  }
  const sent = new Set(notifications.map(toKey));
  for (const one of shown)
    if (!sent.has(toKey(one))) faults.push({ lead: one.lead, fault: 'arrived at the wrong browser' });
  return faults;
}

const toKey = ({ lead, isReminder, endpointDigest }: Shown): string =>
  `${isReminder ? 'reminder' : 'sale'} ${lead} ${endpointDigest}`;

export const digestOf = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('base64url');

/** A tag is the lead's id, or ends with it for a reminder. */
function readPush(text: string | null): { readonly tag?: string; readonly fault?: string } {
  if (text === null) return { fault: 'the browser could not decrypt it' };
  const content = JSON.parse(text) as Record<string, unknown>;
  const tag = String(content['tag']);
  const isPlain =
    Object.keys(content).every((field) => FIELDS.includes(field)) && BODY.test(String(content['body']));
  return isPlain ? { tag } : { tag, fault: 'says more than it may' };
}
