import {
  accountMailKinds,
  MAILBOX_DAILY_LIMITS,
  type OptionalNotice,
  optionalNotices,
} from '@desk/contracts';
import { noticeSubjects } from '../notices/notice-preferences.repository.js';
import {
  writeCardDeclinedMail,
  writeCardExpiringMail,
  writeUnderReviewMail,
} from '../templates/card-mails.js';
import { writeChannelDisabledMail, writeChannelSetUpMail } from '../templates/channel-mails.js';
import {
  writeIntegrationRequestedMail,
  writeIntegrationResolvedMail,
} from '../templates/integration-mails.js';
import type { Notice } from '../templates/notice-mail.js';
import { writeProblemReportMail, writeReceiptMail, writeRefundMail } from '../templates/payment-mails.js';
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

/**
 * Emails that share a daily limit. `paid`: about a lead that was paid for, as many as there are sales. `links`: only confirmed
 * mailboxes get them, and the calls that cause them are limited.
 */
type MailboxGroup = 'notices' | 'confirmations' | 'resets' | 'links' | 'paid';

interface NoticeFacts<Content> {
  readonly write: (content: Content) => Notice;
  /** Default: 'notices'. */
  readonly group?: MailboxGroup;
  /**
   * Stays with the address it was stored for if its user changes theirs: whoever took over an account may do that next, and
   * others may have used the previous address.
   */
  readonly keepsAddress?: true;
}
const declare = <Content>(facts: NoticeFacts<Content>): NoticeFacts<Content> => facts;

/** Every email about an account, by the subject that its row stores, apart from those about access to it. */
export const notices = {
  'card-declined': declare({ write: writeCardDeclinedMail }),
  'card-expiring': declare({ write: writeCardExpiringMail }),
  'channel-disabled': declare({ write: writeChannelDisabledMail }),
  'channel-set-up': declare({ write: writeChannelSetUpMail, keepsAddress: true }),
  // To our team.
  'integration-requested': declare({ write: writeIntegrationRequestedMail, keepsAddress: true }),
  'integration-resolved': declare({ write: writeIntegrationResolvedMail }),
  'limit-reached': declare({ write: writeLimitReachedMail }),
  'problem-report': declare({ write: writeProblemReportMail }),
  receipt: declare({ write: writeReceiptMail, group: 'paid' }),
  refund: declare({ write: writeRefundMail, group: 'paid' }),
  'service-stopped': declare({ write: writeServiceStoppedMail }),
  summary: declare({ write: writeSummaryMail, keepsAddress: true }),
  'under-review': declare({ write: writeUnderReviewMail }),
};

type NoticeSubject = keyof typeof notices;
type ContentOf<Subject extends NoticeSubject> = Parameters<(typeof notices)[Subject]['write']>[0];
export type NoticeContent = {
  [Subject in NoticeSubject]: { readonly subject: Subject } & ContentOf<Subject>;
}[NoticeSubject];

export type StoredSecurityMail = Omit<SecurityMailContent, 'link'> & {
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

/** @param open decrypts the link of an email about access */
export function writeAccountMail(content: AccountMailContent, open: (sealedLink: string) => string): Notice {
  if (!isSecurityMail(content)) return factsOf(content).write(content);
  const { sealedLink } = content;
  return writeSecurityMail({ ...content, link: sealedLink === null ? null : open(sealedLink) });
}

/** Returns what an agent turns off to get no emails like this; undefined if they cannot be turned off. */
export const toOptionalNotice = ({ subject }: AccountMailContent): OptionalNotice | undefined =>
  optionalNotices.find((notice) => noticeSubjects[notice] === subject);

/** Of emails that are sent to the new address if their user changes it while they wait. */
export const subjectsThatFollowUser = Object.entries(notices).flatMap(([subject, { keepsAddress }]) =>
  keepsAddress ? [] : [subject],
);

export function toMailboxGroup(content: AccountMailContent): MailboxGroup {
  if (!isSecurityMail(content)) return factsOf(content).group ?? 'notices';
  const group = SECURITY_GROUPS[content.subject] ?? 'notices';
  // Without its link, the news of a changed address is a notice.
  return group === 'links' && content.sealedLink === null ? 'notices' : group;
}

/** Returns how many emails of this group a mailbox gets in a day; undefined if others limit them. */
export function toDailyLimit(group: MailboxGroup, isConfirmed: boolean): number | undefined {
  if (group === 'paid' || group === 'links') return undefined;
  if (!isConfirmed) return MAILBOX_DAILY_LIMITS.unconfirmed[group];
  return group === 'notices' ? MAILBOX_DAILY_LIMITS.confirmed.notices : undefined;
}
