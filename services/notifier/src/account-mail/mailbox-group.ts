import { MAILBOX_DAILY_LIMITS } from '@desk/contracts';
import type { AccountMailContent } from './account-mail.entity.js';

/**
 * Emails that share a limit. `paid`: about a lead that was paid for, as many as there are sales. `links`: only confirmed
 * mailboxes get them, and the calls that cause them are limited.
 */
type MailboxGroup = 'notices' | 'confirmations' | 'resets' | 'links' | 'paid';

const GROUPS: Readonly<Record<AccountMailContent['subject'], MailboxGroup>> = {
  'card-declined': 'notices',
  'card-expiring': 'notices',
  'channel-disabled': 'notices',
  'channel-set-up': 'notices',
  'confirm-email': 'confirmations',
  'email-change-undone': 'notices',
  'email-changed': 'links',
  'email-taken': 'notices',
  'integration-requested': 'notices',
  'integration-resolved': 'notices',
  'limit-reached': 'notices',
  'new-device': 'notices',
  'password-changed': 'notices',
  'password-reset': 'resets',
  'problem-report': 'notices',
  receipt: 'paid',
  'recovery-code-used': 'notices',
  refund: 'paid',
  'second-factor-added': 'notices',
  'second-factor-removed': 'notices',
  'service-stopped': 'notices',
  summary: 'notices',
  'under-review': 'notices',
  welcome: 'confirmations',
};

/** Without its link, the news of a changed address is a notice. */
const hasLink = (content: AccountMailContent): boolean =>
  'sealedLink' in content && content.sealedLink !== null;

export const toMailboxGroup = (content: AccountMailContent): MailboxGroup => {
  const group = GROUPS[content.subject];
  return group === 'links' && !hasLink(content) ? 'notices' : group;
};

/** Returns how many emails of this group a mailbox gets in a day; undefined if others limit them. */
export function toDailyLimit(group: MailboxGroup, isConfirmed: boolean): number | undefined {
  if (group === 'paid' || group === 'links') return undefined;
  if (!isConfirmed) return MAILBOX_DAILY_LIMITS.unconfirmed[group];
  return group === 'notices' ? MAILBOX_DAILY_LIMITS.confirmed.notices : undefined;
}
