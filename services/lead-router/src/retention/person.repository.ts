import type { Lead, LeadState } from '@desk/contracts';
import type { DataCipher } from '@desk/service-kit';
import type { DataSource } from 'typeorm';
import { type Fingerprint, toFingerprints, toStoredFingerprints } from '../intake/fingerprints.js';
import { findHeldPosts, toText } from '../held-posts/posts-of-person.js';
import { decryptLead, decryptLeadColumns, toNotesPurpose } from '../intake/lead-cipher.js';
import { decryptReport, type ReportTexts } from '../problem-reports/report-cipher.js';
import { LeadIndex } from '../search/lead-index.js';
import { LeadSearchRepository } from '../search/lead-search.repository.js';
import { parseSearch } from '../search/search-terms.js';
import { type DecisionText, decryptDecision } from '../waiting-leads/lead-decision.repository.js';
import { toConsentLookup } from './consent-digests.js';
import { removeContact } from './remove-contact.js';

/** Proof of consent of a lead whose contact data was removed. */
interface ConsentRecord {
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

  async find(person: { readonly email?: string; readonly phone?: string }): Promise<ConsentRecord[]> {
    const { phoneDigests, emailDigests } = toConsentLookup(this.cipher, person);
    const rows: ConsentRecord[] = await this.dataSource.query(FIND, [phoneDigests, emailDigests]);
    // Values are encrypted for the same purposes as in their lead.
    const records = rows.map((row) => decryptLeadColumns(this.cipher, { ...row, id: row.lead_id }));
    return records.map(({ id: _, ...record }) => record);
  }
}

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

/** How long the leads of an erased person are refused, whoever posts them. */
const SUPPRESSION_DAYS = 365;
/** More leads than any person has. */
const MAX_LEADS = 5_000;

const SUPPRESS = `
  INSERT INTO lead_fingerprints AS f (kind, digest, key_id, source, lead_id, seen_at, suppressed_until)
  VALUES ($1, $2, $3, $4, gen_random_uuid(), now(), now() + interval '${SUPPRESSION_DAYS} days')
  ON CONFLICT (kind, digest) DO UPDATE SET suppressed_until = excluded.suppressed_until`;

/** $1: ids, $2: ids of leads whose delivery has ended. */
const SELECT_ERASABLE = `
  SELECT id FROM leads
   WHERE id = ANY($1::uuid[]) AND contact_removed_at IS NULL
     AND (status = 'expired' OR status = 'sold' AND id = ANY($2::uuid[])) FOR UPDATE`;

/** Finds and erases what this schema holds about one consumer. */
export class PersonRepository {
  private readonly consentRecords: ConsentRecordRepository;
  private readonly search: LeadSearchRepository;

  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {
    this.consentRecords = new ConsentRecordRepository(dataSource, cipher);
    this.search = new LeadSearchRepository(dataSource, new LeadIndex(cipher));
  }

  /** Returns decrypted rows, for the person to read. */
  async export(person: Person): Promise<object> {
    const { cipher } = this;
    const leadIds = (await this.findLeads(person)).map(({ id }) => id);
    const rows = <Row extends object>(sql: string): Promise<Row[]> => this.dataSource.query(sql, [leadIds]);
    const leads = await rows<{ id: string }>('SELECT * FROM leads WHERE id = ANY($1) ORDER BY created_at');
    const sales = await rows<{ lead_id: string; notes: string }>(
      'SELECT lead_id, buyer_id, sold_at, disposition, notes FROM sold_leads WHERE lead_id = ANY($1)',
    );
    const decisions = await rows<DecisionText>(
      'SELECT id, lead_id, kind, reason, decided_at FROM lead_decisions WHERE lead_id = ANY($1) ORDER BY decided_at',
    );
    const reports = await rows<ReportTexts>(
      'SELECT id, lead_id, reason, details, decision_note, reported_at FROM problem_reports WHERE lead_id = ANY($1)',
    );
    return {
      leads: leads.map((lead) => decryptLeadColumns(cipher, lead)),
      notesOfBuyers: sales.map((sale) => ({
        ...sale,
        notes: cipher.decrypt(sale.notes, toNotesPurpose(sale.lead_id)),
      })),
      decisionsOfAdmins: decisions.map((decision) => decryptDecision(cipher, decision)),
      problemReports: reports.map((report) => decryptReport(cipher, report)),
      offers: await rows(
        'SELECT lead_id, buyer_id, status, reserved_at FROM lead_offers WHERE lead_id = ANY($1)',
      ),
      consentRecords: await this.consentRecords.find(person),
      heldPosts: (await findHeldPosts(this.dataSource, cipher, person)).map(({ request }) => toText(request)),
    };
  }

  /**
   * Returns the person's leads, after suppressing them: no lead of the person is accepted from now on. Held posts of the
   * person are removed.
   */
  async prepareErasure(person: Person): Promise<FoundLead[]> {
    await this.suppress(toPersonFingerprints(person));
    const heldIds = (await findHeldPosts(this.dataSource, this.cipher, person)).map(({ id }) => id);
    await this.dataSource.query("DELETE FROM held_posts WHERE id = ANY($1) AND status = 'waiting'", [
      heldIds,
    ]);
    // Leads of this person are not fetched again.
    await this.dataSource.query("UPDATE lead_fetches SET status = 'failed' WHERE id = ANY($1)", [heldIds]);
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
    const anonymized = await this.dataSource.transaction((manager) =>
      removeContact(manager, this.cipher, SELECT_ERASABLE, [leadIds, deliveredIds]),
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
      anonymized,
      unfinished: unfinished.map(({ id }) => id),
      consentRecordsKept: kept?.count ?? 0,
    };
  }

  /** The search finds what begins with the number or has the address; the decrypted leads decide. */
  private async findLeads({ email, phone }: Person): Promise<FoundLead[]> {
    const newest = { status: null, order: 'newest', after: null, limit: MAX_LEADS } as const;
    const found = await Promise.all(
      [email, phone]
        .filter((text) => text !== undefined)
        .map((text) => this.search.search({ terms: parseSearch(text), ...newest })),
    );
    const leads: FoundLead[] = await this.dataSource.query(
      'SELECT id, email, phone, status FROM leads WHERE id = ANY($1) ORDER BY created_at',
      [found.flat()],
    );
    return leads
      .map((stored) => decryptLead(this.cipher, stored))
      .filter((lead) => lead.email === email || lead.phone === phone);
  }

  private async suppress(fingerprints: readonly Fingerprint[]): Promise<void> {
    for (const { kind, digest, keyId, source } of toStoredFingerprints(this.cipher, fingerprints))
      await this.dataSource.query(SUPPRESS, [kind, digest, keyId, source]);
  }
}

const toPersonFingerprints = ({ email, phone }: Person): Fingerprint[] =>
  toFingerprints({ email: email ?? '', phone: phone ?? '' }).filter(({ kind }) =>
    kind === 'email' ? email !== undefined : phone !== undefined,
  );
