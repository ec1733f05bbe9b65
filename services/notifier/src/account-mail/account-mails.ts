import {
  accountMailKinds,
  MAILBOX_DAILY_LIMITS,
  type OptionalNotice,
  optionalNotices,
} from '@desk/contracts';
import { noticeSubjects } from '../notices/notice-settings.repository.js';
import {
  writeCardDeclinedMail,
  writeCardExpiringMail,
  writeUnderReviewMail,
} from '../templates/card-mails.js';
import { writeChannelDisabledMail, writeChannelSetUpMail } from '../templates/channel-mails.js';
import { writeFunnelRefusalsMail } from '../templates/funnel-mails.js';
import {
  writeIntegrationRequestedMail,
  writeIntegrationResolvedMail,
} from '../templates/integration-mails.js';
import type { Notice } from '../templates/notice-mail.js';
import { writeProblemReportMail, writeReceiptMail, writeRefundMail } from '../templates/payment-mails.js';
import { writeReminderMail } from '../templates/reminder-mails.js';
import {
  type SecurityMailContent,
  type SecurityMailKind,
  writeSecurityMail,
} from '../templates/security-mails.js';
import {
  writeLimitReachedMail,
  writeServiceStoppedMail,
  writeSummaryMail,
} from '../templates/service-mails.js';
import { writeAgentWeekMail, writeMarketWeekMail } from '../templates/week-mails.js';

/**
 * Emails of one group share a mailbox's daily limit. Two groups need no limit here: `paid`, because sales limit how many
 * there are, and `links`, because only confirmed mailboxes get them and the requests that cause them are limited.
 *
 * `reminders` are apart from `notices`, so that however many an agent sets, security notices still arrive. A confirmed
 * mailbox gets each of them. An unconfirmed one may be a stranger's and gets a few: its agent sees the others in the list
 * of leads.
 */
type MailboxGroup = 'notices' | 'reminders' | 'confirmations' | 'resets' | 'links' | 'paid';

interface NoticeFacts<Content> {
  readonly write: (content: Content, timeZone?: string) => Notice;
  /** Default: 'notices'. */
  readonly group?: MailboxGroup;
  /**
   * Goes to the address it was stored for even if the user changes theirs: someone who took over the account may change it
   * next, and a summary may list notices of other accounts with the same address.
   */
  readonly keepsAddress?: true;
}
const declare = <Content>(facts: NoticeFacts<Content>): NoticeFacts<Content> => facts;

/** Every account email except security emails, by the `subject` stored in its row. */
export const notices = {
  'agent-week': declare({ write: writeAgentWeekMail }),
  'card-declined': declare({ write: writeCardDeclinedMail }),
  'card-expiring': declare({ write: writeCardExpiringMail }),
  'channel-disabled': declare({ write: writeChannelDisabledMail }),
  'channel-set-up': declare({ write: writeChannelSetUpMail, keepsAddress: true }),
  // These go to our own team.
  'funnel-refusals': declare({ write: writeFunnelRefusalsMail, keepsAddress: true }),
  'integration-requested': declare({ write: writeIntegrationRequestedMail, keepsAddress: true }),
  'market-week': declare({ write: writeMarketWeekMail, keepsAddress: true }),
  'integration-resolved': declare({ write: writeIntegrationResolvedMail }),
  'limit-reached': declare({ write: writeLimitReachedMail }),
  'problem-report': declare({ write: writeProblemReportMail }),
  receipt: declare({ write: writeReceiptMail, group: 'paid' }),
  refund: declare({ write: writeRefundMail, group: 'paid' }),
  'reminder-due': declare({ write: writeReminderMail, group: 'reminders' }),
  'service-stopped': declare({ write: writeServiceStoppedMail }),
  summary: declare({ write: writeSummaryMail, keepsAddress: true }),
  'under-review': declare({ write: writeUnderReviewMail }),
};

type NoticeSubject = keyof typeof notices;
type ContentOf<Subject extends NoticeSubject> = Parameters<(typeof notices)[Subject]['write']>[0];
export type NoticeContent = {
  [Subject in NoticeSubject]: { readonly subject: Subject } & ContentOf<Subject>;
}[NoticeSubject];

type StoredSecurityMail = Omit<SecurityMailContent, 'link'> & {
  /** Encrypted, because anyone with the link can act for the user. */
  readonly sealedLink: string | null;
};
export type AccountMailContent = NoticeContent | StoredSecurityMail;

export const accountMailSubjects = [
  ...(Object.keys(notices) as NoticeSubject[]),
  ...accountMailKinds,
] satisfies AccountMailContent['subject'][];

const SECURITY_GROUPS: Readonly<Partial<Record<SecurityMailKind, MailboxGroup>>> = {
  'confirm-email': 'confirmations',
  welcome: 'confirmations',
  'password-reset': 'resets',
  'email-changed': 'links',
};

const factsOf = (content: NoticeContent): NoticeFacts<NoticeContent> =>
  notices[content.subject] as NoticeFacts<never> as NoticeFacts<NoticeContent>;

const isSecurityMail = (content: AccountMailContent): content is StoredSecurityMail =>
  'sealedLink' in content;

/**
 * @param open decrypts the link of a security email
 * @param timeZone that of the user the email is about, if it is known
 */
export function writeAccountMail(
  content: AccountMailContent,
  open: (sealedLink: string) => string,
  timeZone: string | undefined,
): Notice {
  if (!isSecurityMail(content)) return factsOf(content).write(content, timeZone);
  const { sealedLink } = content;
  return writeSecurityMail({ ...content, link: sealedLink === null ? null : open(sealedLink) }, timeZone);
}

/** Returns the notice that an agent can turn off to stop emails like this; undefined if they cannot be turned off. */
export const toOptionalNotice = ({ subject }: AccountMailContent): OptionalNotice | undefined =>
  optionalNotices.find((notice) => noticeSubjects[notice] === subject);

/** Subjects of the queued emails that go to the new address when their user changes it. */
export const subjectsThatFollowUser = Object.entries(notices).flatMap(([subject, { keepsAddress }]) =>
  keepsAddress ? [] : [subject],
);

export function toMailboxGroup(content: AccountMailContent): MailboxGroup {
  if (!isSecurityMail(content)) return factsOf(content).group ?? 'notices';
  const group = SECURITY_GROUPS[content.subject] ?? 'notices';
  // Without a link, `email-changed` counts as a notice.
  return group === 'links' && content.sealedLink === null ? 'notices' : group;
}

/** Returns how many emails of this group a mailbox may get in a day; undefined if they are not limited here. */
export function toDailyLimit(group: MailboxGroup, isConfirmed: boolean): number | undefined {
  if (group === 'paid' || group === 'links') return undefined;
  if (!isConfirmed) return MAILBOX_DAILY_LIMITS.unconfirmed[group];
  return group === 'notices' ? MAILBOX_DAILY_LIMITS.confirmed.notices : undefined;
}
