import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The provider is asked this often whether it is back. An outage that returns within a minute doubles the pause. */
const FIRST_PROBE_DELAY_MS = 1_000;
const MAX_PROBE_DELAY_MS = 30_000;

const SET_UNAVAILABLE = `
  UPDATE provider_status s
     SET is_available = false, version = s.version + 1, changed_at = now(), probe_delay_ms = d.delay,
         next_probe_at = now() + d.delay * interval '1 ms'
    FROM (SELECT CASE WHEN changed_at > now() - interval '1 minute' AND version > 0
                      THEN LEAST(probe_delay_ms * 2, ${MAX_PROBE_DELAY_MS})
                      ELSE ${FIRST_PROBE_DELAY_MS} END AS delay
            FROM provider_status) d
   WHERE s.is_available RETURNING s.version`;
const SET_AVAILABLE = `
  UPDATE provider_status SET is_available = true, version = version + 1, changed_at = now()
   WHERE NOT is_available RETURNING version`;

/** One row, shared by all copies: whether the card provider answers. */
@Injectable()
export class ProviderStatusRepository {
  constructor(private readonly dataSource: DataSource) {}

  async isAvailable(): Promise<boolean> {
    const [row]: { available: boolean }[] = await this.dataSource.query(
      'SELECT is_available AS available FROM provider_status',
    );
    return row?.available ?? true;
  }

  /** Returns the version of the change, or undefined if another copy was faster. */
  async setAvailable(tx: Tx, isAvailable: boolean): Promise<number | undefined> {
    const [row] = await tx.query<{ version: number }>(isAvailable ? SET_AVAILABLE : SET_UNAVAILABLE);
    return row?.version;
  }

  /** Whether this copy may ask now. Only one copy at a time does. */
  async claimProbe(): Promise<boolean> {
    const [, claimed]: [unknown, number] = await this.dataSource.query(
      `UPDATE provider_status SET next_probe_at = now() + probe_delay_ms * interval '1 ms'
        WHERE NOT is_available AND next_probe_at <= now()`,
    );
    return claimed === 1;
  }
}
