import { type Lead, leadFieldEntries, type LeadFieldValues, type LeadState } from '@desk/contracts';
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
  extras: Lead['extras'] | null;
  reference: string | null;
  /** decimal(10,2), in dollars: what this lead is sold for. */
  price: string;
  status: LeadState;
  /** Number of offers made so far. It makes the keys of `leads.route-lead` unique. */
  offersMade: number;
  createdAt: Date;
  soldAt: Date | null;
}

/** A decrypted lead in the canonical form of messages. */
export function toCanonicalLead(entity: LeadEntity): Lead {
  const fields = Object.fromEntries(
    leadFieldEntries.map(([name]) => [name, entity[name]]),
  ) as LeadFieldValues;
  return {
    ...omitMissingFields(fields),
    ...(entity.consent ? { consent: entity.consent } : {}),
    ...(entity.extras ? { extras: entity.extras } : {}),
    ...(entity.reference === null ? {} : { reference: entity.reference }),
  };
}
