import { createHash } from 'node:crypto';
import { encryptLead } from '@desk/lead-router/intake/lead-cipher';
import { LeadIndex } from '@desk/lead-router/search/lead-index';
import type { DataCipher } from '@desk/service-kit';
import type pg from 'pg';
import { FIRST_NAMES, LAST_NAMES, RARE_NAME } from './names.js';

const STATES = ['CA', 'TX', 'FL', 'NY', 'IL', 'OH', 'GA', 'WA', 'AZ', 'NV'] as const;
const BATCH = 5_000;

/** Encrypted contact data of the leads, by their number `n`. */
const CREATE_TABLE = `
  CREATE TEMP TABLE contacts (
    n integer PRIMARY KEY, id uuid, full_name text, phone text, email text, state text, zip_code text, body_hash text,
    hashes bigint[])`;
const INSERT = `
  INSERT INTO contacts
  SELECT n, id, full_name, phone, email, state, zip_code, body_hash, hashes::bigint[]
    FROM unnest($1::int[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                $9::text[])
      AS c (n, id, full_name, phone, email, state, zip_code, body_hash, hashes)`;

/** Creates the temporary table `contacts`: PostgreSQL cannot encrypt as the service does. */
export async function insertContacts(
  admin: pg.Client,
  cipher: DataCipher,
  from: number,
  to: number,
): Promise<void> {
  await admin.query(CREATE_TABLE);
  const index = new LeadIndex(cipher);
  for (let start = from; start <= to; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, to - start + 1) }, (_, index) => start + index);
    const rows = numbers.map((n) => toRow(cipher, index, n));
    const columns = rows[0]?.map((_value, column) => rows.map((row) => row[column])) ?? [];
    await admin.query(INSERT, columns);
  }
}

const pick = (values: readonly string[], by: number): string => values[Math.floor(by) % values.length] ?? '';

function toRow(cipher: DataCipher, index: LeadIndex, n: number): readonly unknown[] {
  const [first, last] = [pick(FIRST_NAMES, n / 50), pick(LAST_NAMES, n / 500)];
  const contact = {
    id: createHash('md5').update(`lead-${n}`).digest('hex'),
    fullName: n % 100_000 === 7 ? RARE_NAME : `${first} ${last}`,
    phone: `+1212${String(2_000_000 + (n % 7_999_999)).padStart(7, '0')}`,
    email: `${first}.${last}${n}@example.com`.toLowerCase(),
    state: STATES[Math.floor(n / 7) % STATES.length] ?? 'CA',
    zipCode: '10001',
    bodyHash: '0'.repeat(64),
  };
  const stored = encryptLead(cipher, { ...contact, id: toUuid(contact.id) });
  return [
    n,
    ...[
      stored.id,
      stored.fullName,
      stored.phone,
      stored.email,
      stored.state,
      stored.zipCode,
      stored.bodyHash,
    ],
    `{${index.toStored(contact).join()}}`,
  ];
}

/** Formats 32 hexadecimal digits as PostgreSQL returns a uuid, which the encryption depends on. */
const toUuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
