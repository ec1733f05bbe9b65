import { identifyingLeadFields, REMOVED } from '@desk/contracts';

const removedFields = identifyingLeadFields.map(([, { column }]) => `${column} = '${REMOVED}'`).join(', ');
const REMOVED_TEXT = ` ${REMOVED.toLowerCase()} `;

/**
 * Replaces everything that identifies the person of each due lead, in every table, and keeps name, phone and proof of
 * consent in `consent_records`. `due` selects and locks the ids. The lead stays listed and can be found by its state.
 * A higher version of the notes rejects an edit that was started before. Returns the number of leads as `rows`.
 */
export const removeContactSql = (due: string): string => `
  WITH due AS (${due}),
       consents AS (
         INSERT INTO consent_records (lead_id, funnel_id, given_at, full_name, phone, consent)
         SELECT l.id, l.funnel_id, l.created_at, l.full_name, l.phone, l.consent
           FROM leads l JOIN due ON due.id = l.id WHERE l.consent IS NOT NULL),
       searched AS (
         UPDATE lead_search s SET name = '${REMOVED_TEXT}', text = '${REMOVED_TEXT}' || lower(l.state) || ' '
           FROM leads l JOIN due ON due.id = l.id
          WHERE s.received_at = l.created_at::timestamptz(3) AND s.lead_id = l.id),
       listed AS (
         UPDATE sold_leads s
            SET search = '${REMOVED_TEXT}' || lower(l.state) || ' ', notes = '', version = s.version + 1
           FROM leads l JOIN due ON due.id = l.id WHERE s.lead_id = l.id),
       changed AS (
         UPDATE leads l
            SET ${removedFields}, consent = NULL, reference = NULL, body_hash = '', contact_removed_at = now()
           FROM due WHERE l.id = due.id RETURNING 1)
  SELECT count(*)::int AS rows FROM changed`;
