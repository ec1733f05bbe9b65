import { formatInstant, toSingleLine } from './format.js';
import type { Mail, MailContext } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

export interface SummaryContent {
  /** The newest notices, oldest first. */
  readonly notices: readonly { readonly title: string; readonly at: string }[];
  /** How many older ones are not listed. */
  readonly further: number;
}

const toFurther = (count: number): string[] =>
  count === 0 ? [] : [`And ${count.toLocaleString('en-US')} further ${count === 1 ? 'change' : 'changes'}.`];

/** Renders the email that stands for the notices above the daily limit of a mailbox. It names nobody, like they may. */
export function renderSummaryMail({ notices, further }: SummaryContent, { publicUrl }: MailContext): Mail {
  const title = 'Changes to your account';
  return renderNoticeMail({
    subject: title,
    title,
    tone: 'plain',
    paragraphs: [
      'So much changed in a day that we put the rest of it into one email:',
      ...notices.map(({ title: notice, at }) => `${formatInstant(at)}: ${toSingleLine(notice)}.`),
      ...toFurther(further),
    ],
    action: { label: 'Check your account', href: new URL('/settings?tab=security', publicUrl).href },
    footnote: "If this wasn't you, reset your password now and contact us.",
  });
}
