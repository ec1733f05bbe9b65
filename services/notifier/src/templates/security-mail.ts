import type { accountMail, PayloadOf } from '@desk/contracts';
import { formatInstant, toSingleLine } from './format.js';
import type { Mail } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

export type SecurityMailKind = PayloadOf<typeof accountMail>['kind'];

export interface SecurityMailContent {
  readonly subject: SecurityMailKind;
  readonly firstName: string;
  /** When the change was requested or made. ISO 8601. */
  readonly at: string;
  readonly expiresAt: string | null;
  readonly link: string | null;
}

interface Wording {
  readonly subject: string;
  readonly paragraph: (at: string) => string;
  readonly actionLabel: string;
  readonly footnote: string;
}

const WORDINGS: Readonly<Record<SecurityMailKind, Wording>> = {
  'password-reset': {
    subject: 'Reset your password',
    paragraph: (at) => `We received a request on ${at} to reset your password.`,
    actionLabel: 'Choose a new password',
    footnote: "If this wasn't you, you can ignore this email. Your password won't change.",
  },
  'confirm-email': {
    subject: 'Confirm your email address',
    paragraph: (at) =>
      `This email address was entered for an account on ${at}. Please confirm that it's yours.`,
    actionLabel: 'Confirm this address',
    footnote: "If this wasn't you, you can ignore this email. We won't send anything else to this address.",
  },
  'password-changed': {
    subject: 'Your password was changed',
    paragraph: (at) => `Your password was changed on ${at}.`,
    actionLabel: 'Go to your account',
    footnote: "If this wasn't you, reset your password now and contact us.",
  },
  'email-changed': {
    subject: 'Your email address was changed',
    paragraph: (at) => `The email address of your account was changed on ${at}.`,
    actionLabel: 'Go to your account',
    footnote: "If this wasn't you, contact us right away.",
  },
};

/** Renders an email about access to an account. */
export function renderSecurityMail(
  { subject: kind, firstName, at, expiresAt, link }: SecurityMailContent,
  { publicUrl }: { publicUrl: string },
): Mail {
  const { subject, paragraph, actionLabel, footnote } = WORDINGS[kind];
  return renderNoticeMail({
    subject,
    title: subject,
    tone: 'plain',
    firstName: toSingleLine(firstName),
    paragraphs: [
      paragraph(formatInstant(at)),
      ...(expiresAt === null ? [] : [`The link works once and expires on ${formatInstant(expiresAt)}.`]),
    ],
    action: { label: actionLabel, href: link ?? new URL('/login', publicUrl).href },
    footnote,
  });
}
