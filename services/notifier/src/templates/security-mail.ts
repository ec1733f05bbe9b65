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
  /** Where a sign-in came from, for `new-device`. */
  readonly device?: { readonly name: string; readonly network: string } | undefined;
}

interface Wording {
  readonly subject: string;
  readonly paragraph: (at: string, from: string) => string;
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
  'new-device': {
    subject: 'New sign-in to your account',
    paragraph: (at, from) =>
      `Your account was signed in to on ${at}${from}. We haven't seen this device lately.`,
    actionLabel: 'Check your sessions',
    footnote:
      "If this wasn't you, reset your password now, then sign out everywhere in the settings under Security.",
  },
  'second-factor-added': {
    subject: 'A sign-in method was added',
    paragraph: (at) => `An authenticator app or passkey was added to your account on ${at}.`,
    actionLabel: 'Check your sign-in methods',
    footnote: "If this wasn't you, reset your password now and contact us.",
  },
  'second-factor-removed': {
    subject: 'A sign-in method was removed',
    paragraph: (at) => `An authenticator app or passkey was removed from your account on ${at}.`,
    actionLabel: 'Check your sign-in methods',
    footnote: "If this wasn't you, reset your password now and contact us.",
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    paragraph: (at) => `A recovery code of your account was used on ${at}. It can't be used again.`,
    actionLabel: 'Check your sign-in methods',
    footnote: "If this wasn't you, reset your password now and contact us.",
  },
};

/** Where the action of these mails leads; to the sign-in page for all others. */
const SECURITY_PAGE = '/settings?tab=security';
const SECURITY_PAGE_KINDS: ReadonlySet<SecurityMailKind> = new Set([
  'new-device',
  'second-factor-added',
  'second-factor-removed',
  'recovery-code-used',
]);

/** Renders an email about access to an account. */
export function renderSecurityMail(
  { subject: kind, firstName, at, expiresAt, link, device }: SecurityMailContent,
  { publicUrl }: { publicUrl: string },
): Mail {
  const { subject, paragraph, actionLabel, footnote } = WORDINGS[kind];
  const page = SECURITY_PAGE_KINDS.has(kind) ? SECURITY_PAGE : '/login';
  const from = device ? ` with ${toSingleLine(device.name)} from a network near ${device.network}` : '';
  return renderNoticeMail({
    subject,
    title: subject,
    tone: 'plain',
    firstName: toSingleLine(firstName),
    paragraphs: [
      paragraph(formatInstant(at), from),
      ...(expiresAt === null ? [] : [`The link works once and expires on ${formatInstant(expiresAt)}.`]),
    ],
    action: { label: actionLabel, href: link ?? new URL(page, publicUrl).href },
    footnote,
  });
}
