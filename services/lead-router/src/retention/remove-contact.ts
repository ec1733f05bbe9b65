import { identifyingLeadFields, REMOVED } from '@desk/contracts';
import type { DataCipher } from '@desk/service-kit';
import type { EntityManager } from 'typeorm';
import { decryptLead } from '../intake/lead-cipher.js';
import { LeadIndex } from '../search/lead-index.js';
import { type ConsentDigests, toConsentDigests } from './consent-digests.js';

const removedFields = identifyingLeadFields
  .map(([, { postedAs, isOptional }]) => `${postedAs} = ${isOptional ? 'NULL' : `'${REMOVED}'`}`)
  .join(', ');
const REMOVED_CONTACT = { fullName: REMOVED, email: REMOVED, phone: REMOVED };

/** Of a lead that cannot be read. Its record of consent is found by the id of the lead only. */
const NO_DIGESTS: ConsentDigests = { phoneDigest: '', emailDigest: '', emailHash: '' };

interface DueLead {
  readonly id: string;
  readonly phone: string;
  readonly email: string;
  readonly state: string;
}

/**
 * In the order in which `DispositionRepository.setAll` locks them. Waits for reports of problems, which lock
 * the sale: `REMOVE` then sees them.
 */
const LOCK_SALES = 'SELECT FROM sold_leads WHERE lead_id = ANY ($1::uuid[]) ORDER BY lead_id FOR UPDATE';

/** The values of consent records stay encrypted as they were, with the purposes of their lead. */
const REMOVE = `
  WITH due AS (
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
           AS due (id, key_id, phone_digest, email_digest, email_hash, hashes)),
       consents AS (
         INSERT INTO consent_records (lead_id, funnel_id, given_at, full_name, phone, consent,
                                      digest_key_id, phone_digest, email_digest, email_hash)
         SELECT l.id, l.funnel_id, l.created_at, l.full_name, l.phone, l.consent,
                due.key_id, due.phone_digest, due.email_digest, due.email_hash
           FROM leads l JOIN due ON due.id = l.id WHERE l.consent IS NOT NULL),
       searched AS (
         UPDATE lead_search s SET hashes = due.hashes::bigint[], key_id = due.key_id
           FROM due WHERE s.lead_id = due.id),
       listed AS (
         UPDATE sold_leads s SET notes = '', remind_at = NULL, reminded_at = NULL, version = s.version + 1
           FROM due WHERE s.lead_id = due.id),
       reported AS (
         UPDATE problem_reports r SET details = '', decision_note = '' FROM due WHERE r.lead_id = due.id),
       decided AS (
         UPDATE lead_decisions d SET reason = '' FROM due WHERE d.lead_id = due.id),
       changed AS (
         UPDATE leads l
            SET ${removedFields}, idempotency_key = NULL, consent = NULL, extras = NULL, reference = NULL,
                body_hash = '', contact_removed_at = now()
           FROM due WHERE l.id = due.id RETURNING 1)
  SELECT count(*)::int AS rows FROM changed`;

/**
 * Replaces everything that identifies the person of each due lead, in every table, and keeps name, phone and proof of
 * consent in `consent_records`. A reminder to call the person goes too. `due` selects and locks the ids. The lead stays
 * listed and can be found by its state. A higher version of the notes rejects an edit that was started before. A
 * lead that cannot be decrypted is passed to `onUnreadable` and anonymized all the same. Returns the number of
 * leads. In a transaction.
 */
export async function removeContact(
  manager: EntityManager,
  cipher: DataCipher,
  due: string,
  parameters: readonly unknown[],
  onUnreadable?: (leadId: string, err: unknown) => void,
): Promise<number> {
  const leads: DueLead[] = await manager.query(
    `WITH due AS MATERIALIZED (${due}) SELECT l.id, l.phone, l.email, l.state FROM due JOIN leads l ON l.id = due.id`,
    [...parameters],
  );
  const index = new LeadIndex(cipher);
  const digests = leads.map((lead) => {
    try {
      return toConsentDigests(cipher, decryptLead(cipher, lead));
    } catch (err) {
      onUnreadable?.(lead.id, err);
      return NO_DIGESTS;
    }
  });
  const ids = leads.map(({ id }) => id);
  await manager.query(LOCK_SALES, [ids]);
  const [removed]: { rows: number }[] = await manager.query(REMOVE, [
    ids,
    leads.map(() => cipher.currentKeyId),
    digests.map(({ phoneDigest }) => phoneDigest),
    digests.map(({ emailDigest }) => emailDigest),
    digests.map(({ emailHash }) => emailHash),
    leads.map(({ state }) => `{${index.toStored({ ...REMOVED_CONTACT, state }).join()}}`),
  ]);
  return removed?.rows ?? 0;
}
