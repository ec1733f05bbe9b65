import type { DeclineCode } from '@desk/contracts';
import type { DeclineReason } from './card-declined-mail.js';

const REASONS: ReadonlyMap<string, DeclineReason> = new Map<DeclineCode, DeclineReason>([
  ['insufficient_funds', 'insufficient-funds'],
  ['authentication_required', 'approval-needed'],
  ['expired_card', 'expired'],
  ['no_card', 'no-card'],
]);

/** Returns `other` for most codes. In particular, the email must not reveal that a card was reported lost or stolen. */
export const toDeclineReason = (declineCode: string): DeclineReason => REASONS.get(declineCode) ?? 'other';
