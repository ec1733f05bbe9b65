import { formatInstant, toSingleLine } from './format.js';
import type { Mail, OptionalNoticeContext } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

export interface LimitReachedContent {
  readonly firstName: string;
  readonly dailyLeadLimit: number;
  /** When the agent's next day begins. ISO 8601. */
  readonly resumesAt: string;
  /** The agent's, as an IANA name. */
  readonly timeZone: string;
}

/** Renders the email that explains why no more leads arrive today. */
export function renderLimitReachedMail(
  { firstName, dailyLeadLimit, resumesAt, timeZone }: LimitReachedContent,
  { publicUrl, unsubscribeUrl }: OptionalNoticeContext,
): Mail {
  const leads = dailyLeadLimit === 1 ? '1 lead' : `${dailyLeadLimit.toLocaleString('en-US')} leads`;
  return renderNoticeMail({
    subject: `You've reached your daily limit of ${leads}`,
    title: "You've reached today's limit",
    tone: 'plain',
    firstName: toSingleLine(firstName),
    paragraphs: [
      `You bought ${leads} today, which is your daily limit.`,
      `Your limit starts over on ${formatInstant(resumesAt, timeZone)}. To get more leads today, raise it on your dashboard.`,
    ],
    action: { label: 'Go to your dashboard', href: new URL('/dashboard', publicUrl).href },
    footnote: 'We send this at most once a day.',
    unsubscribeUrl,
  });
}
