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
const INSERT = `
  INSERT INTO leads (${columns.map(([, column]) => column).join(', ')})
  VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`;

/** Inserts a readable lead. A trigger adds it to `lead_search`. */
export const INSERT_READABLE_LEAD = prepared(INSERT);

/** Inserts an encrypted lead, then $n+1: its tokens, $n+2: its encrypted text. One statement saves a round trip. */
export const INSERT_ENCRYPTED_LEAD = prepared(`
  WITH lead AS (${INSERT})
  INSERT INTO lead_search (received_at, lead_id, tokens, encrypted_text)
  VALUES ($2, $1, $${columns.length + 1}, $${columns.length + 2})`);

export const toParameters = (lead: NewLead): unknown[] =>
  columns.map(([name]) =>
    name === 'consent' && lead.consent !== null ? JSON.stringify(lead.consent) : (lead[name] ?? null),
  );
