import { identifyingLeadFields, type LeadFieldName } from '@desk/contracts';
import type { DataCipher } from '@desk/service-kit';

/** Columns of `leads` that are encrypted, by property. All of them are text but two, which are jsonb. */
export const encryptedLeadColumns: readonly (readonly [property: string, column: string])[] = [
  ...identifyingLeadFields.map(([name, { postedAs }]) => [name, postedAs] as const),
  ['bodyHash', 'body_hash'],
  ['reference', 'reference'],
  ['consent', 'consent'],
  ['extras', 'extras'],
];
export const isJsonLeadProperty = (name: string): boolean => name === 'consent' || name === 'extras';

/**
 * Ties an encrypted value to its lead and column, so that a value copied from elsewhere is refused. Consent records keep
 * the purpose of their lead.
 */
export const toLeadPurpose = (column: string, leadId: string): string => `leads.${column} ${leadId}`;

export const toNotesPurpose = (leadId: string): string => `sold_leads.notes ${leadId}`;

/** A lead, or some of its properties, as the application sees it. */
interface IdentifiedLead extends Partial<Record<LeadFieldName, unknown>> {
  readonly id: string;
  readonly consent?: object | null | undefined;
  readonly extras?: object | null | undefined;
}

/** Returns the lead as it is stored: with the encrypted columns as strings, also those that were objects. */
export const encryptLead = <L extends IdentifiedLead>(cipher: DataCipher, lead: L): L =>
  mapEncrypted(lead, (value, purpose) =>
    typeof value === 'string' ? cipher.encrypt(value, purpose) : cipher.encryptJson(value, purpose),
  );

/**
 * Returns a stored lead, or some of its properties, as the application sees it. Everything that reads contact data from
 * `leads` calls this or `decryptLeadColumns`.
 *
 * @throws Error if a value belongs to another lead, or its key is not configured
 */
export const decryptLead = <L extends IdentifiedLead>(cipher: DataCipher, stored: L): L =>
  mapEncrypted(stored, (value, purpose, property) => decryptValue(cipher, value, purpose, property));

/** Like `decryptLead`, for a row of `leads` with the names of its columns. */
export const decryptLeadColumns = <Row extends { readonly id: string }>(
  cipher: DataCipher,
  stored: Row,
): Row =>
  mapEncrypted(
    stored,
    (value, purpose, column) => decryptValue(cipher, value, purpose, column),
    encryptedLeadColumns.map(([, column]) => [column, column]),
  );

const decryptValue = (cipher: DataCipher, value: string | object, purpose: string, name: string): unknown =>
  isJsonLeadProperty(name) || typeof value === 'object'
    ? cipher.decryptJson(value, purpose)
    : cipher.decrypt(value, purpose);

function mapEncrypted<L extends { readonly id: string }>(
  lead: L,
  change: (value: string | object, purpose: string, property: string) => unknown,
  columns: readonly (readonly [property: string, column: string])[] = encryptedLeadColumns,
): L {
  const changed: Record<string, unknown> = { ...lead };
  for (const [property, column] of columns) {
    const value = changed[property];
    if (typeof value === 'string' || (typeof value === 'object' && value !== null))
      changed[property] = change(value, toLeadPurpose(column, lead.id), property);
  }
  return changed as L;
}
