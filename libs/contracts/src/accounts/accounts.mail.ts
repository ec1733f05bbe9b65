import { number, string } from 'yup';
import { defineEvent } from '../define-message.js';
import { instant, oneOf, strictObject, uuid } from '../primitives.js';

export const accountMailKinds = [
  'welcome',
  'password-reset',
  'confirm-email',
  'password-changed',
  'email-changed',
  'new-device',
  'second-factor-added',
  'second-factor-removed',
  'recovery-code-used',
  'recovery-codes-replaced',
  'email-change-undone',
  'email-taken',
] as const;

/** Task: send one account mail. Its `link`, if any, carries a single-use secret. */
export const accountMail = defineEvent('accounts', 'accounts.mail', {
  payload: strictObject({
    mailId: uuid(),
    userId: uuid(),
    kind: oneOf(accountMailKinds).required(),
    email: string().max(254).required(),
    firstName: string().max(100).required(),
    link: string().max(500).nullable().defined(),
    at: instant(),
    expiresAt: instant().nullable(),
    /** For `new-device`: the browser, such as 'Chrome on Windows', and the approximate network. */
    device: strictObject({ name: string().max(100).required(), network: string().max(45).required() })
      .optional()
      .default(undefined),
  }),
  consumers: ['notifier'],
});

/** The user's email address or name changed, or the address was confirmed. */
export const contactChanged = defineEvent('accounts', 'accounts.contact-changed', {
  payload: strictObject({
    userId: uuid(),
    /** Counts the user's changes; a lower one than known is stale. */
    version: number().integer().min(1).required(),
    email: string().max(254).required(),
    firstName: string().max(100).required(),
    lastName: string().max(100).required(),
    at: instant(),
    confirmation: strictObject({ confirmedAt: instant().nullable(), confirmBy: instant() }),
  }),
  consumers: ['notifier'],
});
