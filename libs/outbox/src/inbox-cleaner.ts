import type { DataSource } from 'typeorm';

const INBOX_RETENTION_DAYS = 30;
/** Rows deleted by one statement. More could exceed the statement timeout and hold locks for long. */
const BATCH_SIZE = 1_000;

/** Forgets processed messages after 30 days, one copy at a time. */
export class InboxCleaner {
  private isStopped = false;

  constructor(private readonly dataSource: DataSource) {}

  /** Ends `clean` after its current batch. */
  stop(): void {
    this.isStopped = true;
  }

  /** Ends at once while another copy is cleaning. */
  async clean(): Promise<void> {
    let deleted = BATCH_SIZE;
    while (deleted === BATCH_SIZE && !this.isStopped) deleted = await this.cleanBatch();
  }

  /** The lock ends with the transaction, so a copy that dies holds up nobody. */
  private cleanBatch(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const [lock]: { locked: boolean }[] = await manager.query(
        `SELECT pg_try_advisory_xact_lock(hashtext(current_schema() || ' inbox cleaning')) AS locked`,
      );
      if (lock?.locked !== true) return 0;
      const [, deleted]: [unknown, number] = await manager.query(
        `DELETE FROM inbox
          WHERE message_id = ANY (ARRAY(
            SELECT message_id FROM inbox WHERE processed_at < now() - make_interval(days => $1)
             ORDER BY processed_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
        [INBOX_RETENTION_DAYS, BATCH_SIZE],
      );
      return deleted;
    });
  }
}
