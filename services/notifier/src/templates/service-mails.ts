import { type dailyLimitReached, DELIVERY_PAUSE_WINDOW_DAYS, MAX_DELIVERY_PAUSES } from '@desk/contracts';
import { formatInstant, toSingleLine } from './format.js';
import type { About, Instant } from './mail.js';
import { ADMIN_FOOTER, type Notice } from './notice-mail.js';

/**
 * What stops an agent's leads: our team paused the service or disabled the account, or a lead could not be delivered. If that
 * happens too often, only our team can resume the service.
 */
export const serviceStopCauses = ['paused', 'disabled', 'undeliverable', 'undeliverable-too-often'] as const;

export interface ServiceStoppedContent {
  readonly firstName: string;
  readonly cause: (typeof serviceStopCauses)[number];
  readonly at: Instant;
}

type Wording = Pick<Notice, 'subject' | 'action' | 'footnote'> & {
  readonly paragraphs: (at: string) => readonly string[];
};

const BLOCKED_FOOTNOTE =
  'If your address and channels are correct, your email provider may be refusing our emails. Reply to this email and we will look into it.';

const WORDINGS: Readonly<Record<ServiceStoppedContent['cause'], Wording>> = {
  paused: {
    subject: 'Your service was paused',
    paragraphs: (at) => [
      `Our team paused your service on ${at}.`,
      "You won't get new leads, and no further charges, until it is resumed. Leads that you bought stay on your dashboard, where you can resume the service.",
    ],
    action: { label: 'Go to your dashboard', to: '/dashboard' },
    footnote: "If you don't know why, reply to this email.",
  },
  disabled: {
    subject: 'Your account was disabled',
    paragraphs: (at) => [
      `Our team disabled your account on ${at}.`,
      "You can't sign in, and you won't get new leads or further charges, until it is enabled again.",
    ],
    action: { label: 'Contact us', to: '/contact' },
    footnote: 'If you think that this is a mistake, contact us or reply to this email.',
  },
  undeliverable: {
    subject: "Your service is paused: we couldn't deliver a lead",
    paragraphs: (at) => [
      `We couldn't deliver a lead to you on any of your channels, so we paused your service on ${at}.`,
      "You won't get new leads, and no further charges, until you resume it. Check your email address in Settings and your other channels in Integrations first. Then resume the service on your dashboard.",
    ],
    action: { label: 'Go to your dashboard', to: '/dashboard' },
    footnote: BLOCKED_FOOTNOTE,
  },
  'undeliverable-too-often': {
    subject: "Your service is paused: we couldn't deliver leads",
    paragraphs: (at) => [
      `We couldn't deliver leads to you on any of your channels ${MAX_DELIVERY_PAUSES} times within ${DELIVERY_PAUSE_WINDOW_DAYS} days, so we paused your service on ${at}. Only our team can resume it.`,
      "You won't get new leads, and no further charges, until then. Check your email address in Settings and your other channels in Integrations. Then contact us, and we will resume your service.",
    ],
    action: { label: 'Contact us', to: '/contact' },
    footnote: BLOCKED_FOOTNOTE,
  },
};

/** Writes the email that explains why the agent's leads stopped. */
export const writeServiceStoppedMail = (
  { firstName, cause, at }: ServiceStoppedContent,
  timeZone?: string,
): Notice => ({
  ...WORDINGS[cause],
  isWarning: true,
  firstName,
  paragraphs: WORDINGS[cause].paragraphs(formatInstant(at, timeZone)),
});

type LimitReached = About<typeof dailyLimitReached, 'dailyLeadLimit' | 'resumesAt' | 'timeZone'>;

/** Writes the email that explains why no more leads arrive today. */
export function writeLimitReachedMail(content: LimitReached): Notice {
  const { firstName, dailyLeadLimit, resumesAt, timeZone } = content;
  const leads = dailyLeadLimit === 1 ? '1 lead' : `${dailyLeadLimit.toLocaleString('en-US')} leads`;
  return {
    subject: `You've reached your daily limit of ${leads}`,
    title: "You've reached today's limit",
    firstName,
    paragraphs: [
      `You bought ${leads} today, which is your daily limit.`,
      `Your limit starts over on ${formatInstant(resumesAt, timeZone)}. To get more leads today, raise it on your dashboard.`,
    ],
    action: { label: 'Go to your dashboard', to: '/dashboard' },
    footnote: 'We send this at most once a day.',
  };
}

interface SummaryContent {
  /** The newest notices, oldest first. */
  readonly notices: readonly { readonly title: string; readonly at: Instant }[];
  /** How many older ones are not listed. */
  readonly further: number;
  /** The notices are those to our team. */
  readonly isForTeam?: true;
}

const TO_AGENT = {
  subject: 'Changes to your account',
  action: { label: 'Check your account', to: '/settings?tab=security' },
  footnote: "If this wasn't you, reset your password now and contact us.",
};
const TO_TEAM = {
  subject: 'Further notices for admins',
  action: { label: 'Go to Admin', to: '/admin' },
  footnote: 'The pages for admins show the details.',
  footer: ADMIN_FOOTER,
};

/** Writes the email that replaces the notices above the daily limit of a mailbox. It contains no names. */
export function writeSummaryMail(content: SummaryContent, timeZone?: string): Notice {
  const { notices, further, isForTeam = false } = content;
  return {
    ...(isForTeam ? TO_TEAM : TO_AGENT),
    paragraphs: [
      'So much happened in a day that we put the rest of it into one email:',
      ...notices.map(({ title: notice, at }) => `${formatInstant(at, timeZone)}: ${toSingleLine(notice)}.`),
      ...(further === 0 ? [] : [`And ${further.toLocaleString('en-US')} more.`]),
    ],
  };
}
