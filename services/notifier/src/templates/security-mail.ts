import type { accountMail, PayloadOf } from '@desk/contracts';
import { formatInstant, oneLine } from './format.js';
import type { Mail } from './mail.js';
import { noticeMail } from './notice-mail.js';

export type SecurityMailKind = PayloadOf<typeof accountMail>['kind'];

export interface SecurityMailContent {
  readonly subject: SecurityMailKind;
  readonly firstName: string;
  /** When it was asked for, or happened. ISO 8601. */
  readonly at: string;
  readonly expiresAt: string | null;
  readonly link: string | null;
}

interface Wording {
  readonly subject: string;
  readonly paragraph: (at: string) => string;
  /** What the link does. */
  readonly label: string;
  readonly aside: string;
}

const WORDINGS: Readonly<Record<SecurityMailKind, Wording>> = {
  'password-reset': {
    subject: 'Reset your password',
    paragraph: (at) => `Somebody asked on ${at} to reset the password of your account.`,
    label: 'Choose a new password',
    aside: 'If it was not you, ignore this mail: your password stays as it is.',
  },
  'confirm-email': {
    subject: 'Confirm your email address',
    paragraph: (at) => `This address was entered for your account on ${at}. Please confirm that it is yours.`,
    label: 'Confirm this address',
    aside: 'If it was not you, ignore this mail: nothing will be sent here.',
  },
  'password-changed': {
    subject: 'Your password was changed',
    paragraph: (at) => `The password of your account was changed on ${at}.`,
    label: 'Go to your account',
    aside: 'If it was not you, reset your password now and contact us.',
  },
  'email-changed': {
    subject: 'Your email address was changed',
    paragraph: (at) => `The email address of your account was changed on ${at}.`,
    label: 'Go to your account',
    aside: 'If it was not you, contact us at once.',
  },
};

/** What a user must know or do about the access to their account. */
export function securityMail(
  { subject: kind, firstName, at, expiresAt, link }: SecurityMailContent,
  { publicUrl }: { publicUrl: string },
): Mail {
  const { subject, paragraph, label, aside } = WORDINGS[kind];
  return noticeMail({
    subject,
    title: subject,
    tone: 'plain',
    firstName: oneLine(firstName),
    paragraphs: [
      paragraph(formatInstant(at)),
      ...(expiresAt === null ? [] : [`The link works once, until ${formatInstant(expiresAt)}.`]),
    ],
    action: { label, href: link ?? new URL('/login', publicUrl).href },
    aside,
  });
}
