import { type Lead, leadFieldEntries, type LeadFieldValues, type LeadState } from '@desk/contracts';

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

/** SELECT list of the lead fields, named as in messages, for a row of `leads` under the given alias. */
export const selectLeadFields = (alias: string): string =>
  leadFieldEntries.map(([name, { postedAs }]) => `${alias}.${postedAs} AS "${name}"`).join(', ');

/** Omits the optional lead fields that a row has no value for. */
export function omitMissingFields<Row extends object>(row: Row): Row {
  const optional = new Set<string>(
    leadFieldEntries.flatMap(([name, field]) => (field.isOptional ? name : [])),
  );
  if (optional.size === 0) return row;
  return Object.fromEntries(
    Object.entries(row).filter(([name, value]) => value !== null || !optional.has(name)),
  ) as Row;
}

/** SELECT list of a whole row of `leads` under the given alias, named as in `LeadEntity`. */
export const selectLead = (alias: string): string =>
  `${selectLeadFields(alias)}, ${alias}.id, ${alias}.funnel_id AS "funnelId",
   ${alias}.idempotency_key AS "idempotencyKey", ${alias}.body_hash AS "bodyHash", ${alias}.consent, ${alias}.extras,
   ${alias}.reference, ${alias}.price, ${alias}.status, ${alias}.offers_made AS "offersMade", ${alias}.created_at AS "createdAt",
   ${alias}.sold_at AS "soldAt"`;
