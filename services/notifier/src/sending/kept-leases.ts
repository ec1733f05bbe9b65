import { type ClaimedRow, LEASE_RENEWAL_MS } from './sending.repository.js';

/** Renews the leases of the rows that are being sent, so that no other process sends them meanwhile. */
export class KeptLeases {
  private readonly rows = new Set<ClaimedRow>();
  private readonly timer: NodeJS.Timeout;

  /** @param renew must not reject */
  constructor(renew: (rows: readonly ClaimedRow[]) => Promise<void>) {
    this.timer = setInterval(() => {
      if (this.rows.size > 0) void renew([...this.rows]);
    }, LEASE_RENEWAL_MS).unref();
  }

  async keepWhile<T>(row: ClaimedRow, work: () => Promise<T>): Promise<T> {
    this.rows.add(row);
    try {
      return await work();
    } finally {
      this.rows.delete(row);
    }
  }

  close(): void {
    clearInterval(this.timer);
  }
}
