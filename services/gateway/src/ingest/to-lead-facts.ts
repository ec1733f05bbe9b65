import { DomainError, type LeadFacts, leadFactsSchema, pingBody } from '@desk/contracts';
import { readFields } from './read-fields.js';
import { toValue } from './to-lead.js';

const pingFields: ReadonlySet<string> = new Set(Object.keys(pingBody.fields));

/** Reads a ping like a post. Refuses other fields: most identify a person. @throws INVALID_REQUEST */
export function toLeadFacts(body: Readonly<Record<string, unknown>>, today: Date): LeadFacts {
  const fields = readFields(body, today);
  const others = [...fields.values.keys()].filter((field) => !pingFields.has(field));
  if (others.length === 0) return toValue(fields, leadFactsSchema);
  throw new DomainError('INVALID_REQUEST', {
    fields: others.map((field) => ({
      field: fields.sentAs(field),
      message: 'Must not be sent with a ping',
    })),
  });
}
