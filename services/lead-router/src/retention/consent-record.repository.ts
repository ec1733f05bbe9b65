import type { Lead } from '@desk/contracts';
import type { DataCipher } from '@desk/service-kit';
import type { DataSource } from 'typeorm';
import { decryptLeadColumns } from '../intake/lead-cipher.js';
import { toConsentLookup } from './consent-digests.js';

/** Proof of consent of a lead whose contact data was removed. */
export interface ConsentRecord {
  readonly lead_id: string;
  readonly funnel_id: string;
  readonly given_at: Date;
  readonly full_name: string;
  readonly phone: string;
  readonly consent: Lead['consent'];
}

const FIND = `
  SELECT lead_id, funnel_id, given_at, full_name, phone, consent FROM consent_records
   WHERE phone_digest = ANY($1) OR email_digest = ANY($2) ORDER BY given_at`;

/** Reads consent records, decrypted. */
export class ConsentRecordRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {}

  /** Returns a person's records. */
  async find(person: { readonly email?: string; readonly phone?: string }): Promise<ConsentRecord[]> {
    const { phoneDigests, emailDigests } = toConsentLookup(this.cipher, person);
    const rows: ConsentRecord[] = await this.dataSource.query(FIND, [phoneDigests, emailDigests]);
    return rows.map((stored) => this.decrypt(stored));
  }

  /** The values keep the purposes of their lead. */
  private decrypt(stored: ConsentRecord): ConsentRecord {
    const { id: _, ...record } = decryptLeadColumns(this.cipher, { ...stored, id: stored.lead_id });
    return record;
  }
}
