import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { formatDateTime } from '@/lib/dates';

type EmailConfirmation = NonNullable<CurrentUser['emailConfirmation']>;

const REDACTED =
  'Until then, emails about your leads leave out names and contact details. You find them here on your dashboard.';

/** Returns a title and a description, which is shown after the sentence that asks to confirm the address. */
export function describeConfirmation({ confirmBy, hasBounced }: EmailConfirmation, now: Date) {
  if (hasBounced) return { title: 'An email to you came back', consequence: REDACTED };
  return {
    title: 'Confirm your email address',
    consequence:
      now < new Date(confirmBy)
        ? `Otherwise, emails about your leads leave out names and contact details from ${formatDateTime(confirmBy)} on.`
        : REDACTED,
  };
}
