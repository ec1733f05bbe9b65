import { leadFieldEntries } from '@desk/contracts';
import { prepared } from '@desk/outbox';
import type { LeadEntity } from './lead.entity.js';

export type NewLead = Omit<LeadEntity, 'status' | 'offersMade' | 'soldAt'>;

const columns: readonly (readonly [keyof NewLead, string])[] = [
  ['id', 'id'],
  ['createdAt', 'created_at'],
  ['funnelId', 'funnel_id'],
  ['idempotencyKey', 'idempotency_key'],
  ['bodyHash', 'body_hash'],
  ...leadFieldEntries.map(([name, { column }]) => [name, column] as const),
  ['consent', 'consent'],
  ['reference', 'reference'],
  ['price', 'price'],
];

/** Inserts a lead, then $n+1: the hashes by which it is found, $n+2: the id of their key. One statement saves a round trip. */
export const INSERT_LEAD = prepared(`
  WITH lead AS (
    INSERT INTO leads (${columns.map(([, column]) => column).join(', ')})
    VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}))
  INSERT INTO lead_search (lead_id, received_at, hashes, key_id)
  VALUES ($1, $2, $${columns.length + 1}, $${columns.length + 2})`);

export const toParameters = (lead: NewLead): unknown[] =>
  columns.map(([name]) =>
    name === 'consent' && lead.consent !== null ? JSON.stringify(lead.consent) : (lead[name] ?? null),
  );
