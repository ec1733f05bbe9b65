import { connectedToolFacts } from '@desk/contracts';
import type { NotifiedLead, Source } from './source.js';
import { at } from './unfold.js';

/** A notification has ids alone. Of what happens to a lead, only that it was created concerns us. */
function readNotification(body: unknown): readonly NotifiedLead[] | undefined {
  const id = at(body, 'leadGenFormResponse');
  if (at(body, 'type') !== 'LEAD_ACTION' || typeof id !== 'string') return undefined;
  return at(body, 'leadAction') === 'CREATED' ? [{ id, body: body as object }] : [];
}

/** Lead sync: https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync */
export const linkedin: Source = {
  id: 'linkedin',
  name: connectedToolFacts.linkedin.name,
  signs: [],
  readNotification,
  // https://learn.microsoft.com/en-us/linkedin/shared/api-guide/webhook-validation
  handshake: { parameter: 'challengeCode', answer: 'hmac' },
  signature: { header: 'x-li-signature', prefix: 'hmacsha256=', encoding: 'hex', signsPrefix: true },
};
