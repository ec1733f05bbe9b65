import { type accountMail, brand, type PayloadOf } from '@desk/contracts';
import { formatInstant, toSingleLine } from './format.js';
import type { Instant } from './mail.js';
import type { Notice } from './notice-mail.js';

export type SecurityMailKind = PayloadOf<typeof accountMail>['kind'];

export interface SecurityMailContent {
  readonly subject: SecurityMailKind;
  readonly firstName: string;
  /** When the change was requested or made. */
  readonly at: Instant;
  readonly expiresAt: Instant | null;
  readonly link: string | null;
  /** Where a sign-in came from, for `new-device`. */
  readonly device?: { readonly name: string; readonly network: string } | undefined;
}

interface Wording {
  readonly subject: string;
  readonly paragraphs: (at: string, from: string) => readonly string[];
  readonly actionLabel: string;
  readonly footnote: string;
  /** Replaces the action and the footnote if the email has no link. */
  readonly withoutLink?: { readonly actionLabel: string; readonly footnote: string };
}

const contactUs = {
  actionLabel: 'Go to your account',
  footnote: "If this wasn't you, contact us right away.",
};
const resetAndContactUs = "If this wasn't you, reset your password now and contact us.";

const WORDINGS: Readonly<Record<SecurityMailKind, Wording>> = {
  welcome: {
    subject: `Welcome to ${brand}: confirm your email address`,
    paragraphs: (at) => [
      `An account was created with this email address on ${at}.`,
      "Please confirm that the address is yours, in a browser where you're signed in. Emails about your leads contain personal data, so unless you confirm it, we soon leave that data out.",
    ],
    actionLabel: 'Confirm this address',
    footnote: "If this wasn't you, you can ignore this email.",
  },
  'password-reset': {
    subject: 'Reset your password',
    paragraphs: (at) => [`We received a request on ${at} to reset your password.`],
    actionLabel: 'Choose a new password',
    footnote: "If this wasn't you, you can ignore this email. Your password won't change.",
  },
  'confirm-email': {
    subject: 'Confirm your email address',
    paragraphs: (at) => [
      `This email address was entered for an account on ${at}. Please confirm that it's yours, in a browser where you're signed in.`,
    ],
    actionLabel: 'Confirm this address',
    footnote: "If this wasn't you, you can ignore this email.",
  },
  'password-changed': {
    subject: 'Your password was changed',
    paragraphs: (at) => [`Your password was changed on ${at}.`],
    actionLabel: 'Go to your account',
    footnote: resetAndContactUs,
  },
  'email-changed': {
    subject: 'Your email address was changed',
    paragraphs: (at) => [`The email address of your account was changed on ${at}.`],
    actionLabel: 'Undo this change',
    footnote:
      "If this wasn't you, undo the change now. That signs everyone out, and we email you a link to choose a new password.",
    withoutLink: contactUs,
  },
  'email-change-undone': {
    subject: 'The change of your email address was undone',
    paragraphs: (at) => [
      `Your account returned to its previous email address on ${at}. It no longer uses this one.`,
    ],
    ...contactUs,
  },
  'email-taken': {
    subject: 'Someone tried to use your email address',
    paragraphs: (at) => [
      `On ${at}, someone asked to use this email address for another account. Nothing was changed, and they were not told that the address is yours.`,
    ],
    actionLabel: 'Go to your account',
    footnote:
      "If this wasn't you, you can ignore this email. If it was you, sign in with this address to reach this account.",
  },
  'new-device': {
    subject: 'New sign-in to your account',
    paragraphs: (at, from) => [
      `Your account was signed in to on ${at}${from}. We haven't seen this device lately.`,
    ],
    actionLabel: 'Check your sessions',
    footnote:
      "If this wasn't you, reset your password now, then sign out everywhere in the settings under Security.",
  },
  'second-factor-added': {
    subject: 'A sign-in method was added',
    paragraphs: (at) => [`An authenticator app or passkey was added to your account on ${at}.`],
    actionLabel: 'Check your sign-in methods',
    footnote: resetAndContactUs,
  },
  'second-factor-removed': {
    subject: 'A sign-in method was removed',
    paragraphs: (at) => [`An authenticator app or passkey was removed from your account on ${at}.`],
    actionLabel: 'Check your sign-in methods',
    footnote: resetAndContactUs,
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    paragraphs: (at) => [`A recovery code of your account was used on ${at}. It can't be used again.`],
    actionLabel: 'Check your sign-in methods',
    footnote: resetAndContactUs,
  },
  'recovery-codes-replaced': {
    subject: 'Your recovery codes were replaced',
    paragraphs: (at) => [
      `New recovery codes were created for your account on ${at}. Earlier ones can't be used any more.`,
    ],
    actionLabel: 'Check your sign-in methods',
    footnote: resetAndContactUs,
  },
};

/** Without a link, their action leads to the security settings, that of all others to the sign-in page. */
const SECURITY_PAGE_KINDS: readonly SecurityMailKind[] = [
  'new-device',
  'second-factor-added',
  'second-factor-removed',
  'recovery-code-used',
  'recovery-codes-replaced',
];

/** Writes an email about access to an account. */
export function writeSecurityMail(content: SecurityMailContent, timeZone?: string): Notice {
  const { subject: kind, firstName, at, expiresAt, link, device } = content;
  const wording = WORDINGS[kind];
  const { actionLabel, footnote } = link === null ? { ...wording, ...wording.withoutLink } : wording;
  const page = SECURITY_PAGE_KINDS.includes(kind) ? '/settings?tab=security' : '/login';
  const from = device ? ` with ${toSingleLine(device.name)} from a network near ${device.network}` : '';
  return {
    subject: wording.subject,
    firstName,
    paragraphs: [
      ...wording.paragraphs(formatInstant(at, timeZone), from),
      ...(expiresAt === null
        ? []
        : [`The link works once and expires on ${formatInstant(expiresAt, timeZone)}.`]),
    ],
    action: { label: actionLabel, to: link ?? page },
    footnote,
  };
}
