import { DELIVERY_PAUSE_WINDOW_DAYS, MAX_DELIVERY_PAUSES } from '@desk/contracts';
import { formatInstant, toSingleLine } from './format.js';
import type { Mail, MailContext } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

/** What stops an agent's leads: our team paused the service or disabled the account, or a lead could not be delivered. */
export const serviceStopCauses = ['paused', 'disabled', 'undeliverable'] as const;

export interface ServiceStoppedContent {
  readonly firstName: string;
  readonly cause: (typeof serviceStopCauses)[number];
  /** Only our team can resume the service: leads could not be delivered too often. A copy of the previous release ignores it. */
  readonly resumptionNeedsAdmin?: boolean;
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
  undeliverable: {
    subject: "Your service is paused: we couldn't deliver a lead",
    paragraphs: (at) => [
      `We couldn't deliver a lead to you on any of your channels, so we paused your service on ${at}.`,
      "You won't get new leads, and no further charges, until you resume it. Check your email address in Settings and your other channels in Integrations first. Then resume the service on your dashboard.",
    ],
    action: { label: 'Go to your dashboard', path: '/dashboard' },
    footnote:
      'If your address and channels are correct, your email provider may be refusing our emails. Reply to this email and we will look into it.',
  },
};

const UNDELIVERABLE_TOO_OFTEN: Wording = {
  subject: "Your service is paused: we couldn't deliver leads",
  paragraphs: (at) => [
    `We couldn't deliver leads to you on any of your channels ${MAX_DELIVERY_PAUSES} times within ${DELIVERY_PAUSE_WINDOW_DAYS} days, so we paused your service on ${at}. Only our team can resume it.`,
    "You won't get new leads, and no further charges, until then. Check your email address in Settings and your other channels in Integrations. Then contact us, and we will resume your service.",
  ],
  action: { label: 'Contact us', path: '/contact' },
  footnote: WORDINGS.undeliverable.footnote,
};

/** Renders the email that explains why the agent's leads stopped. */
export function renderServiceStoppedMail(
  { firstName, cause, resumptionNeedsAdmin, at }: ServiceStoppedContent,
  { publicUrl }: MailContext,
): Mail {
  const wording = resumptionNeedsAdmin === true ? UNDELIVERABLE_TOO_OFTEN : WORDINGS[cause];
  const { subject, paragraphs, action, footnote } = wording;
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
