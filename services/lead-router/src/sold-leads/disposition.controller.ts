import { HandleCommand } from '@desk/bullmq-transport';
import {
  DomainError,
  type RequestOf,
  type ResponseOf,
  setDispositions,
  updateDisposition,
} from '@desk/contracts';
import { DataCipher, toInstants, type WithDates } from '@desk/service-kit';
import { Controller, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toNotesPurpose } from '../intake/lead-cipher.js';

type DispositionUpdate = RequestOf<typeof updateDisposition>;
type StoredDisposition = ResponseOf<typeof updateDisposition>;

type DispositionRow = WithDates<StoredDisposition, 'remindAt' | 'appointmentAt'>;

interface ComparedRow extends DispositionRow {
  /** The lead was refunded, so its notes are withheld, too: they may repeat contact data. */
  readonly isWithheld: boolean;
  readonly isReminderPassed: boolean;
  readonly requestedRemindAt: Date | null;
  readonly requestedAppointmentAt: Date | null;
}

/** What is stored for a lead, and the update that was not applied. */
interface Comparison extends Pick<ComparedRow, 'isWithheld' | 'isReminderPassed'> {
  readonly stored: StoredDisposition;
  /** The times of the update as instants. */
  readonly requested: Pick<StoredDisposition, 'remindAt' | 'appointmentAt'>;
}

const COLUMNS = `
  s.disposition, s.notes, s.version, s.remind_at AS "remindAt", s.appointment_at AS "appointmentAt",
  s.commission_cents AS "commissionCents"`;

/** $2: buyer, $3 and $4: times on the buyer's clock. Of an hour that the clock shows twice, PostgreSQL takes the second. */
const REQUESTED = `
  (SELECT $3::timestamp AT TIME ZONE b.time_zone AS remind_at, $4::timestamp AT TIME ZONE b.time_zone AS appointment_at,
          b.erased_at IS NOT NULL AS is_erased, eligibility_now() AS now
     FROM buyers b WHERE b.id = $2) requested`;
/** A reminder that does not change may have passed. Null if the update has none. */
const IS_REMINDER_PASSED =
  'requested.remind_at <= requested.now AND requested.remind_at IS DISTINCT FROM s.remind_at';

const COMPARE = `
  SELECT ${COLUMNS}, s.withheld_at IS NOT NULL AS "isWithheld", (${IS_REMINDER_PASSED}) IS TRUE AS "isReminderPassed",
         requested.remind_at AS "requestedRemindAt", requested.appointment_at AS "requestedAppointmentAt"
    FROM sold_leads s, ${REQUESTED} WHERE s.lead_id = $1 AND s.buyer_id = $2`;

const contactedAt = (disposition: string): string =>
  `CASE WHEN ${disposition} <> 'new' THEN COALESCE(s.contacted_at, clock_timestamp()) ELSE s.contacted_at END`;

/** Notes may name the person, so none are stored once the contact data was removed. */
const NOTES = `
  CASE WHEN EXISTS (SELECT FROM leads l WHERE l.id = $1 AND l.contact_removed_at IS NOT NULL) THEN ''
       ELSE COALESCE($7, s.notes) END`;

/** Null clears a value, so $8 to $10 say whether it is to change. */
const UPDATE = `
  UPDATE sold_leads s
     SET disposition = COALESCE($6, s.disposition), notes = ${NOTES}, version = s.version + 1,
         contacted_at = ${contactedAt('$6')},
         remind_at = CASE WHEN $8::boolean THEN requested.remind_at ELSE s.remind_at END,
         reminded_at = CASE WHEN $8::boolean AND requested.remind_at IS DISTINCT FROM s.remind_at THEN NULL ELSE s.reminded_at END,
         appointment_at = CASE WHEN $9::boolean THEN requested.appointment_at ELSE s.appointment_at END,
         commission_cents = CASE WHEN $10::boolean THEN $11::integer ELSE s.commission_cents END
    FROM ${REQUESTED}
   WHERE s.lead_id = $1 AND s.buyer_id = $2 AND s.version = $5 AND s.withheld_at IS NULL AND NOT requested.is_erased
     AND (${IS_REMINDER_PASSED}) IS NOT TRUE
  RETURNING ${COLUMNS}`;

/** Locks the rows in one order, since two requests may name the same leads. */
const SET_ALL = `
  WITH chosen AS MATERIALIZED (
         SELECT s.lead_id, s.disposition FROM sold_leads s JOIN buyers b ON b.id = s.buyer_id
          WHERE s.buyer_id = $1 AND s.lead_id = ANY ($2::uuid[]) AND s.withheld_at IS NULL AND b.erased_at IS NULL
          ORDER BY s.lead_id FOR UPDATE OF s),
       changed AS (
         UPDATE sold_leads s SET disposition = $3, version = s.version + 1, contacted_at = ${contactedAt('$3')}
           FROM chosen WHERE s.lead_id = chosen.lead_id AND chosen.disposition <> $3)
  SELECT count(*)::int AS leads FROM chosen`;

/** Stores notes encrypted and returns them decrypted. */
@Injectable()
export class DispositionRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {}

  async compare(update: DispositionUpdate): Promise<Comparison | undefined> {
    const { leadId, buyerId, remindAt = null, appointmentAt = null } = update;
    const [found]: ComparedRow[] = await this.dataSource.query(COMPARE, [
      ...[leadId, buyerId, remindAt, appointmentAt],
    ]);
    if (!found) return undefined;
    const { isWithheld, isReminderPassed, requestedRemindAt, requestedAppointmentAt, ...row } = found;
    const requested = toInstants({ remindAt: requestedRemindAt, appointmentAt: requestedAppointmentAt });
    return { stored: this.toDto(leadId, row), requested, isWithheld, isReminderPassed };
  }

  /**
   * Returns undefined if the version has changed, the reminder is for a time that has passed, the lead is
   * withheld or not the buyer's, or the buyer was erased.
   */
  async update(update: DispositionUpdate): Promise<StoredDisposition | undefined> {
    const { leadId, buyerId, version, disposition, notes, remindAt, appointmentAt, commissionCents } = update;
    const [rows]: [DispositionRow[], number] = await this.dataSource.query(UPDATE, [
      ...[leadId, buyerId, remindAt ?? null, appointmentAt ?? null, version, disposition ?? null],
      // Leaves empty notes as they are: they reveal nothing.
      notes ? this.encrypt(leadId, notes) : (notes ?? null),
      ...[remindAt, appointmentAt, commissionCents].map((value) => value !== undefined),
      commissionCents ?? null,
    ]);
    return rows[0] && this.toDto(leadId, rows[0]);
  }

  /** Returns how many of the leads have the status now. A lead that had it before keeps its version. */
  async setAll({ buyerId, leadIds, disposition }: RequestOf<typeof setDispositions>): Promise<number> {
    const [counted]: { leads: number }[] = await this.dataSource.query(SET_ALL, [
      buyerId,
      leadIds,
      disposition,
    ]);
    return counted?.leads ?? 0;
  }

  private encrypt(leadId: string, notes: string): string {
    return this.cipher.encrypt(notes, toNotesPurpose(leadId));
  }

  private toDto(leadId: string, row: DispositionRow): StoredDisposition {
    return { ...toInstants(row), notes: this.cipher.decrypt(row.notes, toNotesPurpose(leadId)) };
  }
}

/** What the agent enters for a lead. The version keeps two windows from overwriting each other. */
@Controller()
export class DispositionController {
  constructor(private readonly dispositions: DispositionRepository) {}

  /**
   * Succeeds if a concurrent update stored the same values.
   * @throws LEAD_NOT_FOUND, LEAD_CHANGED, LEAD_ALREADY_REFUNDED, REMINDER_PASSED
   */
  @HandleCommand(updateDisposition)
  async update(update: DispositionUpdate): Promise<StoredDisposition> {
    const updated = await this.dispositions.update(update);
    if (updated) return updated;
    const found = await this.dispositions.compare(update);
    if (!found) throw new DomainError('LEAD_NOT_FOUND');
    if (found.isWithheld) throw new DomainError('LEAD_ALREADY_REFUNDED');
    if (isApplied(found, update)) return found.stored;
    const isSameVersion = found.stored.version === update.version;
    throw new DomainError(isSameVersion && found.isReminderPassed ? 'REMINDER_PASSED' : 'LEAD_CHANGED');
  }

  @HandleCommand(setDispositions)
  async setAll(request: RequestOf<typeof setDispositions>) {
    return { leads: await this.dispositions.setAll(request) };
  }
}

/** Whether the same update was applied before: its answer was lost and the browser repeated it. */
function isApplied({ stored, requested }: Comparison, update: DispositionUpdate): boolean {
  const { version, disposition, notes, remindAt, appointmentAt, commissionCents } = update;
  return (
    stored.version === version + 1 &&
    (disposition ?? stored.disposition) === stored.disposition &&
    (notes ?? stored.notes) === stored.notes &&
    (remindAt === undefined || requested.remindAt === stored.remindAt) &&
    (appointmentAt === undefined || requested.appointmentAt === stored.appointmentAt) &&
    (commissionCents === undefined || commissionCents === stored.commissionCents)
  );
}
