import { PUSH_LIFETIME_HOURS } from '@desk/contracts';
import type { LeadSale } from '../channels/channel.js';

const titles = { 'new-lead': 'New lead', 'reminder-due': 'Call back' } as const;

/** What is stored to notify browsers of a lead. Nothing that identifies a person. */
export interface PushContent {
  readonly subject: keyof typeof titles;
  readonly leadId: string;
  readonly state: string;
  readonly leadType: string;
  /** When the lead was sold, or when the agent wants to call back. */
  readonly at: string;
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
  subject: 'new-lead',
  leadId,
  state: lead.state,
  leadType: lead.leadType,
  at: soldAt,
});

/** Browsers replace a notification with the same tag silently, so each reminder has a tag of its own. */
const toTag = ({ subject, leadId, at }: PushContent): string =>
  subject === 'new-lead' ? leadId : `${Date.parse(at).toString(36)}-${leadId}`;

export const renderPush = (content: PushContent): PushNotification => ({
  title: titles[content.subject],
  body: `State: ${content.state}. Type: ${content.leadType}.`,
  path: `/leads/${content.leadId}`,
  tag: toTag(content),
});

export const testNotification: PushNotification = {
  title: 'Test notification',
  body: 'New leads and reminders will be announced like this.',
  path: '/integrations',
  tag: 'test',
};

/** Names a notification to push services, which then keep only its last copy: at most 32 characters of base64url. */
export const toTopic = (tag: string): string => tag.replaceAll('-', '').slice(0, 32);

/** Returns for how many seconds a notification is still useful; undefined if it is not any more. */
export function secondsLeft({ at }: Pick<PushContent, 'at'>, now: Date): number | undefined {
  const leftMs = Date.parse(at) + LIFETIME_MS - now.getTime();
  return leftMs > 0 ? Math.ceil(leftMs / 1_000) : undefined;
}
