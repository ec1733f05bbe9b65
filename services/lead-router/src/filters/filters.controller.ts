import { isDeepStrictEqual } from 'node:util';
import { HandleCommand } from '@desk/bullmq-transport';
import {
  countMatchingLeads,
  DomainError,
  type Filters,
  getFilters,
  getLeadReport,
  type LeadReport,
  REPORT_DAYS,
  REPORT_MAX_LEADS,
  type RequestOf,
  setFilters,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { publishAction } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { publishOfferWaiting } from '../buyers/daily-slots.js';
import { FeedService } from '../feed/feed.service.js';
import { MatchCountsService } from '../matching/match-counts.service.js';
import { FiltersRepository, joinTouching } from './filters.repository.js';

/** Owns which leads a buyer wants, when, and for how much. */
@Controller()
export class FiltersController {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: FiltersRepository,
    private readonly feed: FeedService,
    private readonly matchCounts: MatchCountsService,
  ) {}

  /** @throws BUYER_NOT_FOUND */
  @HandleCommand(getFilters)
  async get({ buyerId }: RequestOf<typeof getFilters>) {
    const found = await this.repository.find(buyerId);
    if (!found) throw new DomainError('BUYER_NOT_FOUND');
    return found;
  }

  /**
   * Resolves after the commit: no later reservation violates the filters.
   * @throws BUYER_NOT_FOUND, SETTINGS_CHANGED
   */
  @HandleCommand(setFilters)
  async set(request: RequestOf<typeof setFilters>) {
    const { buyerId, changeNumber, filters, version } = request;
    const applied = await this.transactions.run(async (tx) => {
      const previous = await this.repository.lock(tx, buyerId);
      if (!previous) throw new DomainError('BUYER_NOT_FOUND');
      const isOutdated = version !== undefined && version !== previous.version;
      const shouldOfferWaiting = isOutdated
        ? undefined
        : await this.repository.set(tx, buyerId, changeNumber, filters);
      if (shouldOfferWaiting === undefined) {
        // A repeated request, or a newer change to the same filters.
        if (isSame(previous.filters, filters)) return previous;
        throw new DomainError('SETTINGS_CHANGED');
      }
      if (shouldOfferWaiting) publishOfferWaiting(tx, buyerId);
      publishAction(tx, {
        action: 'filters-changed',
        actorId: buyerId,
        userId: buyerId,
        caller: request.caller,
        subject: { kind: 'buyer', id: buyerId },
        filters: { previous: previous.filters, current: filters },
      });
      this.feed.append(tx, [buyerId], 'eligibility-changed');
      return { filters, version: previous.version + 1 };
    });
    return { filters: applied.filters, version: applied.version };
  }

  @HandleCommand(countMatchingLeads)
  count(lists: RequestOf<typeof countMatchingLeads>) {
    return this.matchCounts.count(lists);
  }

  @HandleCommand(getLeadReport)
  async report({ buyerId }: RequestOf<typeof getLeadReport>): Promise<LeadReport> {
    const outcomes = await this.transactions.query<LeadReport['outcomes'][number]>(
      'SELECT * FROM report_leads($1, $2, $3)',
      [buyerId, REPORT_DAYS, REPORT_MAX_LEADS],
    );
    const received = outcomes.reduce((sum, { count }) => sum + count, 0);
    return { days: REPORT_DAYS, received, isCapped: received === REPORT_MAX_LEADS, outcomes };
  }
}

const isSame = (a: Filters, b: Filters): boolean => isDeepStrictEqual(inOrder(a), inOrder(b));
const inOrder = ({ hours, ...filters }: Filters) => ({
  ...filters,
  states: filters.states.toSorted(),
  leadTypes: filters.leadTypes.toSorted(),
  assetBands: filters.assetBands.toSorted(),
  ageRanges: filters.ageRanges.toSorted(),
  hours: joinTouching(hours),
});
