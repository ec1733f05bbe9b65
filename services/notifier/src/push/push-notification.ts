import { PUSH_LIFETIME_HOURS } from '@desk/contracts';
import type { LeadSale } from '../channels/channel.js';

/** What is stored to notify browsers of a lead. Nothing that identifies a person. */
export interface PushContent {
  readonly leadId: string;
  readonly state: string;
  readonly leadType: string;
  readonly soldAt: string;
}

/** What the service worker gets, and shows. */
export interface PushNotification {
  readonly title: string;
  readonly body: string;
  /** The page that a click opens. */
  readonly path: string;
  /** A later notification with the same tag takes the place of the earlier one. */
  readonly tag: string;
}

const LIFETIME_MS = PUSH_LIFETIME_HOURS * 3_600_000;

export const toPushContent = ({ leadId, soldAt, lead }: LeadSale): PushContent => ({
  leadId,
  state: lead.state,
  leadType: lead.leadType,
  soldAt,
});

export const renderPush = ({ leadId, state, leadType }: PushContent): PushNotification => ({
  title: 'New lead',
  body: `State: ${state}. Type: ${leadType}.`,
  path: `/leads/${leadId}`,
  tag: leadId,
});

export const testNotification: PushNotification = {
  title: 'Test notification',
  body: 'New leads will be announced like this.',
  path: '/integrations',
  tag: 'test',
};

/** Names a notification to push services, which then keep only its last copy: at most 32 characters of base64url. */
export const toTopic = (tag: string): string => tag.replaceAll('-', '').slice(0, 32);

/** Returns for how many seconds a notification is still useful; undefined if it is not any more. */
export function secondsLeft({ soldAt }: Pick<PushContent, 'soldAt'>, now: Date): number | undefined {
  const leftMs = Date.parse(soldAt) + LIFETIME_MS - now.getTime();
  return leftMs > 0 ? Math.ceil(leftMs / 1_000) : undefined;
}
