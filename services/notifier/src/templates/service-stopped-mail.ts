import { formatInstant, toSingleLine } from './format.js';
import type { Mail, MailContext } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

/** What our team did that stops an agent's leads. */
export const serviceStopCauses = ['paused', 'disabled'] as const;

export interface ServiceStoppedContent {
  readonly firstName: string;
  readonly cause: (typeof serviceStopCauses)[number];
  /** ISO 8601. */
  readonly at: string;
}

interface Wording {
  readonly subject: string;
  readonly paragraphs: (at: string) => readonly string[];
  readonly action: { readonly label: string; readonly path: string };
  readonly footnote: string;
}

const WORDINGS: Readonly<Record<ServiceStoppedContent['cause'], Wording>> = {
  paused: {
    subject: 'Your service was paused',
    paragraphs: (at) => [
      `Our team paused your service on ${at}.`,
      "You won't get new leads, and no further charges, until it is resumed. Leads that you bought stay on your dashboard, where you can resume the service.",
    ],
    action: { label: 'Go to your dashboard', path: '/dashboard' },
    footnote: "If you don't know why, reply to this email.",
  },
  disabled: {
    subject: 'Your account was disabled',
    paragraphs: (at) => [
      `Our team disabled your account on ${at}.`,
      "You can't sign in, and you won't get new leads or further charges, until it is enabled again.",
    ],
    action: { label: 'Contact us', path: '/contact' },
    footnote: 'If you think that this is a mistake, contact us or reply to this email.',
  },
};

/** Renders the email that explains why our team stopped the agent's leads. */
export function renderServiceStoppedMail(
  { firstName, cause, at }: ServiceStoppedContent,
  { publicUrl }: MailContext,
): Mail {
  const { subject, paragraphs, action, footnote } = WORDINGS[cause];
  return renderNoticeMail({
    subject,
    title: subject,
    tone: 'warning',
    firstName: toSingleLine(firstName),
    paragraphs: paragraphs(formatInstant(at)),
    action: { label: action.label, href: new URL(action.path, publicUrl).href },
    footnote,
  });
}
