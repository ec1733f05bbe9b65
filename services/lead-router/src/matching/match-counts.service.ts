import {
  type countMatchingLeads,
  DomainError,
  leadFields,
  MATCH_COUNT_DAYS,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { withTimeout } from '@desk/timing';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { addUp, countMatches, type FilterListValues, type ReceivedClass } from './match-counts.js';

const columns = (['state', 'leadType', 'estimatedAssets', 'ageRange'] as const)
  .map((name) => `${leadFields[name].postedAs} AS "${name}"`)
  .join(', ');

@Injectable()
export class ReceivedLeadsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Counts the leads of the 24 hours from `start`, in at most 3,540 classes. Reads only `leads_received`. */
  countDay(start: Date): Promise<ReceivedClass[]> {
    return this.dataSource.query(
      `SELECT ${columns}, count(*)::int AS count FROM leads
        WHERE created_at >= $1::timestamptz AND created_at < $1::timestamptz + interval '24 hours'
        GROUP BY 1, 2, 3, 4`,
      [start.toISOString()],
    );
  }
}

/** Leads are counted at most once in this time, however many agents edit their filters. */
const MAX_AGE_MS = 60_000;
/** An agent who edits filters waits this long for newer counts, and then sees the last ones. */
const MAX_WAIT_MS = 2_000;
const DAY_MS = 86_400_000;

/** Leads of the days before `today`. They no longer change, so they are counted once a day. */
interface PastDays {
  readonly today: number;
  readonly classes: readonly ReceivedClass[];
}

/**
 * Counts how many received leads filters would have matched. One count of all leads runs at a time, in the background,
 * and each of its statements reads one day, because there may be millions of leads in a day.
 */
@Injectable()
export class MatchCountsService {
  /** Undefined until the first count has ended. */
  private classes: readonly ReceivedClass[] | undefined;
  private pastDays: PastDays | undefined;
  private countedAt = -Infinity;
  private counting: Promise<void> | undefined;

  constructor(
    private readonly received: ReceivedLeadsRepository,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** @throws UNAVAILABLE if leads could not be counted yet */
  async count(lists: RequestOf<typeof countMatchingLeads>): Promise<ResponseOf<typeof countMatchingLeads>> {
    const refreshed = this.refresh();
    await (this.classes ? withTimeout(refreshed, MAX_WAIT_MS).catch(() => undefined) : refreshed);
    if (!this.classes) throw new DomainError('UNAVAILABLE');
    return { days: MATCH_COUNT_DAYS, ...countMatches(lists, this.classes) };
  }

  /**
   * Whether filters match any received lead, by the last counts. Never waits for newer ones: agents read their
   * eligibility before they pause, and pausing must not take longer the more leads there are. True without filters, and
   * while no lead has been counted.
   */
  hasMatches({ states, leadTypes, assetBands, ageRanges }: FilterListValues): boolean {
    const lists = { states, leadTypes, assetBands, ageRanges };
    if (Object.values(lists).every((values) => values.length === 0)) return true;
    void this.refresh();
    const { received, matching } = countMatches(lists, this.classes ?? []);
    return received === 0 || matching > 0;
  }

  /** Resolves when the counts are new enough, or could not be refreshed. Never rejects. */
  private refresh(): Promise<void> {
    if (performance.now() - this.countedAt < MAX_AGE_MS) return Promise.resolve();
    this.counting ??= this.countLeads()
      .catch((err: unknown) => this.logger.warn({ err }, 'received leads not counted'))
      .finally(() => (this.counting = undefined));
    return this.counting;
  }

  private async countLeads(): Promise<void> {
    const now = Date.now();
    const today = now - (now % DAY_MS);
    if (this.pastDays?.today !== today) this.pastDays = await this.countPastDays(today);
    const startedAt = performance.now();
    this.classes = addUp([...this.pastDays.classes, ...(await this.received.countDay(new Date(today)))]);
    this.countedAt = startedAt;
  }

  private async countPastDays(today: number): Promise<PastDays> {
    let classes: ReceivedClass[] = [];
    for (let day = 1; day <= MATCH_COUNT_DAYS; day += 1)
      classes = addUp([...classes, ...(await this.received.countDay(new Date(today - day * DAY_MS)))]);
    return { today, classes };
  }
}
