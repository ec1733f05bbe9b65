import type { Invariant } from './invariant.js';

export const intakeInvariants: readonly Invariant[] = [
  {
    name: 'acknowledged-leads-stored',
    description: 'every lead acknowledged to a funnel is stored',
    needsAcknowledged: true,
    sql: `SELECT a.id AS lead FROM unnest($1::uuid[]) AS a(id)
           WHERE NOT EXISTS (SELECT 1 FROM leads.leads l WHERE l.id = a.id)`,
  },
  {
    name: 'one-lead-per-person',
    description:
      'every lead of the last day, the shortest duplicate window, holds the fingerprints of its phone and its email, so no other lead is of the same person',
    sql: `SELECT l.id AS lead, k.kind AS missing FROM leads.leads l CROSS JOIN (VALUES ('email'), ('phone')) AS k(kind)
           WHERE l.created_at > now() - interval '1 day' AND l.contact_removed_at IS NULL
             AND NOT EXISTS (SELECT 1 FROM leads.lead_fingerprints f WHERE f.lead_id = l.id AND f.kind = k.kind)`,
  },
];
