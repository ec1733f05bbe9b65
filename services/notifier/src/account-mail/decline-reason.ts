import type { DeclineCode } from '@desk/contracts';
import type { DeclineReason } from '../templates/card-declined-mail.js';

const REASONS: ReadonlyMap<string, DeclineReason> = new Map<DeclineCode, DeclineReason>([
  ['insufficient_funds', 'insufficient-funds'],
  ['authentication_required', 'approval-needed'],
  ['expired_card', 'expired'],
  ['no_card', 'no-card'],
]);

/** The provider's code as one of the few things worth telling. A card reported lost or stolen is just declined. */
export const declineReason = (declineCode: string): DeclineReason => REASONS.get(declineCode) ?? 'other';
