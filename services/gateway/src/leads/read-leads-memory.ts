import { LRUCache } from 'lru-cache';

const MAX_USERS = 1_000;

/** Remembers which leads users read a short time ago, in the memory of this process. */
export class ReadLeadsMemory {
  /** Of each user, the ids of leads and when they were first read. */
  private readonly reads = new LRUCache<string, Map<string, number>>({ max: MAX_USERS });

  constructor(
    private readonly windowMs: number,
    private readonly maxRemembered: number,
  ) {}

  /**
   * Returns how many leads were read with these; 0 if none of them is new. Remembers them, unless that would be more than
   * `allowed`.
   */
  count(userId: string, leadIds: readonly string[], allowed: number, nowMs: number): number {
    const read = this.reads.get(userId) ?? new Map<string, number>();
    this.reads.set(userId, read);
    for (const [leadId, readAtMs] of read) if (readAtMs <= nowMs - this.windowMs) read.delete(leadId);
    const fresh = leadIds.filter((leadId) => !read.has(leadId));
    if (fresh.length === 0) return 0;
    const count = read.size + fresh.length;
    if (count > allowed) return count;
    for (const leadId of fresh) if (read.size < this.maxRemembered) read.set(leadId, nowMs);
    return count;
  }
}
