import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** One row, shared by all copies: up to where the provider's list of events was read. */
@Injectable()
export class EventCursorRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the cursor if this copy may read now. Only one copy at a time does. */
  async claim(intervalMs: number): Promise<Date | undefined> {
    const [rows]: [{ readUntil: Date }[], number] = await this.dataSource.query(
      `UPDATE provider_event_cursor SET next_read_at = clock_timestamp() + $1 * interval '1 ms'
        WHERE next_read_at <= clock_timestamp() RETURNING read_until AS "readUntil"`,
      [intervalMs],
    );
    return rows[0]?.readUntil;
  }

  /** Never moves back. */
  async advance(readUntil: Date): Promise<void> {
    await this.dataSource.query('UPDATE provider_event_cursor SET read_until = GREATEST(read_until, $1)', [
      readUntil,
    ]);
  }
}
