import { boundedText } from '../bounded-text.js';

/**
 * A solved challenge: base64url of the JSON that altcha-lib verifies. Required while unusually many cards are refused.
 */
export const proofOfWork = () =>
  boundedText({ max: 3_000, pattern: /^[\w-]+$/, message: 'Not a proof of work' }).optional();
