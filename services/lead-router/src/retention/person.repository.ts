import type { LeadState } from '@desk/contracts';
import type { DataSource } from 'typeorm';
import { type Fingerprint, toFingerprints } from '../intake/fingerprints.js';
import { removeContactSql } from './remove-contact.sql.js';

/** A consumer, by the normalized address and number that leads are stored with. */
export interface Person {
  readonly email?: string;
  readonly phone?: string;
}

export interface FoundLead {
  readonly id: string;
  readonly email: string;
  readonly phone: string;
  readonly status: LeadState;
}

export interface ErasedLeads {
  readonly anonymized: number;
  /** Leads that are being charged or delivered. They can be found and erased once that has ended. */
  readonly unfinished: readonly string[];
  readonly consentRecordsKept: number;
}

/** An erased person is not bought again for this long, whoever posts the lead. */
const SUPPRESSION_DAYS = 365;

/** Reads the trigram index, which covers both columns; `leads` has no index on them. */
const FIND_LEADS = `
  SELECT l.id, l.email, l.phone, l.status FROM lead_search s JOIN leads l ON l.id = s.lead_id
   WHERE s.text LIKE '%' || regexp_replace(fold_text($1), '([\\\\%_])', '\\\\\\1', 'g') || '%'
     AND (l.email = $2 OR l.phone = $3)`;

const SUPPRESS = `
  INSERT INTO lead_fingerprints AS f (kind, digest, lead_id, seen_at, suppressed_until)
  VALUES ($1, $2, gen_random_uuid(), now(), now() + interval '${SUPPRESSION_DAYS} days')
  ON CONFLICT (kind, digest) DO UPDATE SET suppressed_until = excluded.suppressed_until`;

/** Finds and erases what this schema holds about one consumer. */
export class PersonRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns rows as stored, for the person to read. */
  async export(person: Person): Promise<object> {
    const leadIds = (await this.findLeads(person)).map(({ id }) => id);
    const rows = (sql: string, values: unknown[]): Promise<object[]> => this.dataSource.query(sql, values);
    return {
      leads: await rows('SELECT * FROM leads WHERE id = ANY($1) ORDER BY created_at', [leadIds]),
      notesOfBuyers: await rows(
        `SELECT lead_id, buyer_id, sold_at, follow_up, notes FROM sold_leads WHERE lead_id = ANY($1)`,
        [leadIds],
      ),
      offers: await rows(
        'SELECT lead_id, buyer_id, status, reserved_at FROM lead_offers WHERE lead_id = ANY($1)',
        [leadIds],
      ),
      consentRecords: await rows('SELECT * FROM consent_records WHERE phone = $1', [person.phone ?? null]),
    };
  }

  /** Returns the person's leads, after suppressing them: no lead of the person is accepted from now on. */
  async prepareErasure(person: Person): Promise<FoundLead[]> {
    await this.suppress(toPersonFingerprints(person));
    const leads = await this.findLeads(person);
    for (const lead of leads) await this.suppress(toFingerprints(lead));
    return leads;
  }

  /** Erases these leads, but sold ones only if their delivery has ended. Safe to repeat. */
  async erase(leadIds: readonly string[], deliveredIds: readonly string[]): Promise<ErasedLeads> {
    await this.dataSource.query(
      "UPDATE leads SET status = 'expired' WHERE id = ANY($1) AND status = 'available'",
      [leadIds],
    );
    const [erased]: { rows: number }[] = await this.dataSource.query(
      removeContactSql(
        `SELECT id FROM leads
          WHERE id = ANY($1::uuid[]) AND contact_removed_at IS NULL
            AND (status = 'expired' OR status = 'sold' AND id = ANY($2::uuid[])) FOR UPDATE`,
      ),
      [leadIds, deliveredIds],
    );
    const unfinished: { id: string }[] = await this.dataSource.query(
      'SELECT id FROM leads WHERE id = ANY($1) AND contact_removed_at IS NULL',
      [leadIds],
    );
    const [kept]: { count: number }[] = await this.dataSource.query(
      'SELECT count(*)::int FROM consent_records WHERE lead_id = ANY($1)',
      [leadIds],
    );
    return {
      anonymized: erased?.rows ?? 0,
      unfinished: unfinished.map(({ id }) => id),
      consentRecordsKept: kept?.count ?? 0,
    };
  }

  private async findLeads({ email, phone }: Person): Promise<FoundLead[]> {
    const values = [email ?? null, phone ?? null];
    const found: FoundLead[][] = [];
    if (email !== undefined) found.push(await this.dataSource.query(FIND_LEADS, [email, ...values]));
    if (phone !== undefined) found.push(await this.dataSource.query(FIND_LEADS, [phone.slice(1), ...values]));
    return [...new Map(found.flat().map((lead) => [lead.id, lead])).values()];
  }

  private async suppress(fingerprints: readonly Fingerprint[]): Promise<void> {
    for (const { kind, digest } of fingerprints) await this.dataSource.query(SUPPRESS, [kind, digest]);
  }
}

const toPersonFingerprints = ({ email, phone }: Person): Fingerprint[] =>
  toFingerprints({ email: email ?? '', phone: phone ?? '' }).filter(({ kind }) =>
    kind === 'email' ? email !== undefined : phone !== undefined,
  );
