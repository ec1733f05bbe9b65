import { deleteDue, type RetentionBatch, type RetentionRule, selectDue } from '@desk/service-kit';
import { removeContact } from './remove-contact.js';

const SELECT_UNSOLD_LEADS = selectDue({
  table: 'leads',
  since: 'created_at',
  where: "status = 'expired' AND contact_removed_at IS NULL",
});
const SELECT_SOLD_LEADS = selectDue({
  table: 'leads',
  since: 'sold_at',
  where: "status = 'sold' AND contact_removed_at IS NULL",
});

const removeDueContact = (due: string, batch: RetentionBatch): Promise<number> =>
  removeContact(batch.manager, batch.cipher, due, [batch.days, batch.maxRows], (leadId, err) =>
    batch.logger.warn({ err, leadId }, 'unreadable lead anonymized'),
  );

/** Deletes due fingerprints, whose key has two columns. */
const deleteFingerprints = (where: string): string => `
  WITH due AS (${selectDue({ table: 'lead_fingerprints', key: 'kind, digest', since: 'seen_at', where })}),
       changed AS (
         DELETE FROM lead_fingerprints f USING due WHERE f.kind = due.kind AND f.digest = due.digest RETURNING 1)
  SELECT count(*)::int AS rows FROM changed`;

/**
 * Kept without limit, because nothing in it identifies a person: anonymized leads, offers, buyers and their changes,
 * funnels, counts of rejections. The feed has a cleanup of its own (`FeedCleanup`).
 */
export const retentionRules = [
  {
    data: 'unsold leads',
    setting: 'RETENTION_UNSOLD_LEADS_DAYS',
    defaultDays: 30,
    minDays: 1,
    outcome: 'anonymized',
    reason: 'answers questions of funnels about a lead they posted',
    apply: (batch) => removeDueContact(SELECT_UNSOLD_LEADS, batch),
  },
  {
    data: 'refused posts',
    setting: 'RETENTION_UNSOLD_LEADS_DAYS',
    defaultDays: 30,
    minDays: 1,
    outcome: 'removed',
    reason: 'answers why a post was refused',
    sql: deleteDue({ table: 'refused_posts', since: 'refused_at' }),
  },
  {
    data: 'sold leads',
    setting: 'RETENTION_SOLD_LEADS_DAYS',
    defaultDays: 730,
    minDays: 90,
    outcome: 'anonymized',
    reason: 'the agent paid for the lead and works with it; charges are disputed within 90 days',
    apply: (batch) => removeDueContact(SELECT_SOLD_LEADS, batch),
  },
  {
    data: 'consent records',
    setting: 'RETENTION_CONSENT_RECORDS_DAYS',
    defaultDays: 1_827,
    minDays: 1_827,
    outcome: 'removed',
    reason: 'the law asks for proof of consent to calls for five years (16 CFR 310.5)',
    sql: deleteDue({ table: 'consent_records', key: 'lead_id', since: 'given_at' }),
  },
  {
    data: 'proofs of consent',
    setting: 'RETENTION_CONSENT_RECORDS_DAYS',
    defaultDays: 1_827,
    minDays: 1_827,
    outcome: 'removed',
    reason: 'keeps a certificate from being sent with another person, as long as records of consent are kept',
    sql: deleteFingerprints("kind = 'proof'"),
  },
  {
    data: 'test leads',
    setting: 'RETENTION_TEST_LEADS_DAYS',
    defaultDays: 7,
    minDays: 1,
    outcome: 'removed',
    reason: 'answers a funnel that asks for a lead it posted in test mode',
    sql: deleteDue({ table: 'test_leads', since: 'created_at' }),
  },
  {
    data: 'held posts',
    setting: 'RETENTION_HELD_POSTS_DAYS',
    defaultDays: 3,
    minDays: 1,
    outcome: 'removed',
    reason: 'can be replayed once its mapping is mended',
    sql: deleteDue({ table: 'held_posts', since: 'held_at' }),
  },
  {
    data: 'ids of fetched leads',
    setting: 'RETENTION_LEAD_FETCHES_DAYS',
    defaultDays: 120,
    minDays: 91,
    outcome: 'removed',
    reason: 'keeps a lead from being fetched twice; Meta lists it for 90 days',
    sql: deleteDue({ table: 'lead_fetches', since: 'notified_at' }),
  },
  {
    data: 'fingerprints',
    setting: 'DUPLICATE_WINDOW_DAYS',
    defaultDays: 30,
    minDays: 1,
    outcome: 'removed',
    reason: 'finds duplicates within this time',
    sql: deleteFingerprints("kind <> 'proof' AND (suppressed_until IS NULL OR suppressed_until < now())"),
  },
] as const satisfies readonly RetentionRule[];
