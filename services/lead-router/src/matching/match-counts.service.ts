import { type countMatchingLeads, MATCH_COUNT_DAYS, type RequestOf, type ResponseOf } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { countMatches, type FilterListValues } from './match-counts.js';
import { type ReceivedClass, ReceivedLeadsRepository } from './received-leads.repository.js';

/** Counts are read from the database at most once in this time, however many agents edit their filters. */
const MAX_AGE_MS = 60_000;

/** Counts how many received leads filters would have matched. */
@Injectable()
export class MatchCountsService {
  private readAt = -Infinity;
  private classes: Promise<ReceivedClass[]> | undefined;

  constructor(private readonly received: ReceivedLeadsRepository) {}

  async count(lists: RequestOf<typeof countMatchingLeads>): Promise<ResponseOf<typeof countMatchingLeads>> {
    return { days: MATCH_COUNT_DAYS, ...countMatches(lists, await this.readClasses()) };
  }

  /** Whether filters match any received lead. True before the first lead arrives, and without filters. */
  async hasMatches({ states, leadTypes, assetBands, ageRanges }: FilterListValues): Promise<boolean> {
    const lists = { states, leadTypes, assetBands, ageRanges };
    if (Object.values(lists).every((values) => values.length === 0)) return true;
    const { received, matching } = countMatches(lists, await this.readClasses());
    return received === 0 || matching > 0;
  }

  private readClasses(): Promise<ReceivedClass[]> {
    const now = performance.now();
    if (this.classes === undefined || now - this.readAt > MAX_AGE_MS) {
      this.readAt = now;
      const reading = this.received.countByClass();
      this.classes = reading;
      reading.catch(() => {
        if (this.classes === reading) this.classes = undefined;
      });
    }
    return this.classes;
  }
}
