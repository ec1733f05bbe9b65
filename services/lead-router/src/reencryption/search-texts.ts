import { REMOVED } from '@desk/contracts';
import { type DataCipher, SearchCipher, type SearchableText } from '@desk/service-kit';

/** The first bytes of texts under the key `$1`, as `SearchCipher` writes them. */
const CURRENT_PREFIX = `('\\x01'::bytea || substr(sha256(convert_to($1, 'UTF8')), 1, 3))`;

/** SQL condition of an encrypted text under another key. */
export const isUnderOtherKey = (column: string): string =>
  `(substr(${column}, 1, 4) <> ${CURRENT_PREFIX} AND substr(${column}, 1, 1) = '\\x01'::bytea)`;

/** SQL condition of a readable text, other than that of a lead whose contact data was removed. */
export const isReadable = (column: string): string =>
  `(${column} <> '' AND ${column} NOT LIKE ' ${REMOVED.toLowerCase()} __ ')`;

/** Returns the text of a row, encrypted or of an earlier release. */
export const readSearchText = (
  cipher: DataCipher,
  encrypted: Buffer | null,
  readable: SearchableText,
): SearchableText =>
  encrypted && SearchCipher.isEncrypted(encrypted)
    ? (cipher.search.decrypt([encrypted])[0] ?? readable)
    : readable;
