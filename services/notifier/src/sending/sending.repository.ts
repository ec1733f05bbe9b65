import { channelKinds, type DeliveryFailureReason } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { type Destinations, type StepRow, StepTable } from '@desk/steps';

/** What is sent: a message over a channel, or a browser notification. */
export const messageKinds = [...channelKinds, 'push'] as const;

/** A message to one address that is retried until it is sent or has failed, claimed for one attempt. */
export interface ClaimedRow<Content = unknown> extends StepRow {
  readonly kind: (typeof messageKinds)[number];
  readonly address: string;
  readonly messageId: string;
  readonly content: Content;
  readonly claimedAt: Date;
}

type Claim = Pick<ClaimedRow, 'id' | 'attempts'>;

const DOMAIN = "lower(split_part(address, '@', -1))";

/** What shares a limit: the messages of one channel, or those to one domain. */
export const destinations: Readonly<
  Record<'channel' | 'domain', Destinations<{ readonly channelId?: string; readonly address: string }>>
> = {
  channel: { sql: 'channel_id', keyOf: ({ channelId = '' }) => channelId, claimedBy: 'search' },
  domain: {
    sql: DOMAIN,
    keyOf: ({ address }) => address.slice(address.lastIndexOf('@') + 1).toLowerCase(),
    claimedBy: 'id',
  },
};

interface TableOptions<Row extends ClaimedRow> {
  /** Columns that only this table has, as a claim returns them. */
  readonly columns?: string;
  /** Further changes that a claim makes. */
  readonly set?: string;
  /** Decrypts a stored content, or throws. */
  readonly readContent?: (stored: unknown, id: string) => Row['content'];
}

/** A table of messages. */
export class SendingRepository<Row extends ClaimedRow> extends StepTable<Row> {
  private readonly setSentSql: string;

  constructor(name: string, { columns, set, readContent }: TableOptions<Row> = {}) {
    super(name, {
      columns: `address, message_id AS "messageId", content, now() AS "claimedAt"${columns === undefined ? '' : `, ${columns}`}`,
      destination: DOMAIN,
      ...(set !== undefined && { set }),
      ...(readContent && { read: (row) => ({ ...row, content: readContent(row.content, row.id) }) }),
    });
    this.setSentSql = prepared(
      `UPDATE ${name} SET status = 'sent', sent_at = clock_timestamp(), lease_until = NULL
        WHERE id = ANY ($1::uuid[]) AND status = 'queued' RETURNING id, sent_at AS "sentAt"`,
    );
  }

  /** Sends a message that the transaction makes due, after the commit or `delayMs` later. */
  sendAfterCommit(tx: Tx, message: Pick<ClaimedRow, 'id' | 'kind'>, delayMs?: number): void {
    this.attemptAfterCommit(tx, message, delayMs);
  }

  /**
   * Ignores who holds the leases, because the messages were accepted in any case. Returns the times by id, without rows that
   * were already sent or failed.
   */
  async setSent(tx: Tx, ids: readonly string[]): Promise<Map<string, Date>> {
    const rows = await tx.query<{ id: string; sentAt: Date }>(this.setSentSql, [ids]);
    return new Map(rows.map(({ id, sentAt }) => [id, sentAt]));
  }

  scheduleRetry(
    tx: Tx,
    claim: Claim,
    { delayMs, reason }: { readonly delayMs: number; readonly reason: DeliveryFailureReason },
  ): Promise<boolean> {
    const changes = `last_error_code = $3, next_attempt_at = now() + $4 * interval '1 ms'`;
    return this.release(tx, claim, changes, reason, delayMs);
  }

  /** Makes the row due now, with no attempt used. */
  restart(tx: Tx, claim: Claim, reason: DeliveryFailureReason): Promise<boolean> {
    const changes = 'last_error_code = $3, next_attempt_at = now(), attempts_before = attempts';
    return this.release(tx, claim, changes, reason);
  }

  setFailed(tx: Tx, claim: Claim, reason: DeliveryFailureReason): Promise<boolean> {
    return this.release(tx, claim, `status = 'failed', failed_at = now(), last_error_code = $3`, reason);
  }
}
