import { MAX_REPORTED_MINUTES, type MinuteReport, type StatusComponent } from '@desk/contracts';

const MINUTE_MS = 60_000;

/**
 * What was found in each minute, until it is stored. So an outage of the accounts service or the database is recorded
 * afterwards, and does not count against the components that worked meanwhile.
 */
export class UnreportedMinutes {
  private readonly upByMinute = new Map<number, Set<StatusComponent>>();

  /** A component counts as up in a minute if it answered at least one check of it. */
  add(at: Date, up: readonly StatusComponent[]): void {
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    const known = this.upByMinute.get(minute) ?? new Set();
    this.upByMinute.set(minute, new Set([...known, ...up]));
    const [oldest] = this.upByMinute.keys();
    if (this.upByMinute.size > MAX_REPORTED_MINUTES && oldest !== undefined) this.upByMinute.delete(oldest);
  }

  /** Oldest first. */
  list(): MinuteReport[] {
    return [...this.upByMinute].map(([minute, up]) => ({
      minute: new Date(minute * MINUTE_MS).toISOString(),
      up: [...up],
    }));
  }

  /** Forgets what is stored now. */
  remove(reports: readonly MinuteReport[]): void {
    for (const { minute, up } of reports) {
      const key = Date.parse(minute) / MINUTE_MS;
      if (this.upByMinute.get(key)?.size === up.length) this.upByMinute.delete(key);
    }
  }
}
