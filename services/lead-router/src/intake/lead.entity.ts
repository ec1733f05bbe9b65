import { leadFieldEntries, type Lead, type LeadFieldValues, type LeadState } from '@desk/contracts';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { omitMissingFields } from './lead-columns.js';

/** As stored, what identifies the person is encrypted: see `decryptLead`. */
export interface LeadEntity extends LeadFieldValues {
  id: string;
  funnelId: string;
  /** Stored as a keyed digest, and removed with the contact data. */
  idempotencyKey: string | null;
  /** SHA-256 of the body as posted, to recognize a repetition. Empty once the contact data is removed. */
  bodyHash: string;
  consent: Lead['consent'] | null;
  reference: string | null;
  /** decimal(10,2), in dollars: what this lead is sold for. */
  price: string;
  status: LeadState;
  /** Number of offers made so far. It makes the keys of `leads.route-lead` unique. */
  offersMade: number;
  createdAt: Date;
  soldAt: Date | null;
}

const fieldColumns = Object.fromEntries(
  leadFieldEntries.map(([name, { column, isOptional = false }]) => [
    name,
    { type: 'text', name: column, nullable: isOptional } satisfies EntitySchemaColumnOptions,
  ]),
);

/** A schema instead of a decorated class, so that its columns derive from the table of lead fields. */
export const LeadEntity = new EntitySchema<LeadEntity>({
  name: 'lead',
  tableName: 'leads',
  columns: {
    id: { type: 'uuid', primary: true },
    funnelId: { type: 'uuid', name: 'funnel_id' },
    idempotencyKey: { type: 'text', name: 'idempotency_key', nullable: true },
    bodyHash: { type: 'text', name: 'body_hash' },
    ...fieldColumns,
    consent: { type: 'jsonb', nullable: true },
    reference: { type: 'text', nullable: true },
    price: { type: 'numeric', precision: 10, scale: 2 },
    status: { type: 'text', default: 'available' },
    offersMade: { type: 'integer', name: 'offers_made', default: 0 },
    createdAt: { type: 'timestamptz', name: 'created_at', createDate: true },
    soldAt: { type: 'timestamptz', name: 'sold_at', nullable: true },
  },
});

/** A decrypted lead in the canonical form of messages. */
export function toCanonicalLead(entity: LeadEntity): Lead {
  const fields = Object.fromEntries(
    leadFieldEntries.map(([name]) => [name, entity[name]]),
  ) as LeadFieldValues;
  return {
    ...omitMissingFields(fields),
    ...(entity.consent ? { consent: entity.consent } : {}),
    ...(entity.reference === null ? {} : { reference: entity.reference }),
  };
}
