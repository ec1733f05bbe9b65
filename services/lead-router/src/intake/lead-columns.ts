import { leadFieldEntries } from '@desk/contracts';

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
