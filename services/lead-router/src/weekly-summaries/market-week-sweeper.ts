import { marketWeekEnded, type MarketReport, type PayloadOf, SUMMARIZED_MAX } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MarketReportRepository } from '../market-reports/market-report.repository.js';

const INTERVAL_MS = 5_000;

type MarketWeek = PayloadOf<typeof marketWeekEnded>;
type Counted = Pick<MarketReport, 'days' | 'funnels' | 'places'>;

interface DueWeek {
  readonly monday: string;
  readonly sunday: string;
  readonly mondayBefore: string;
  readonly sundayBefore: string;
}

const FIND_DUE = `
  SELECT monday::text, (monday + 6)::text AS sunday, (monday - 7)::text AS "mondayBefore",
         (monday - 1)::text AS "sundayBefore"
    FROM (SELECT GREATEST(summary_monday, last_due_week(time_zone)) AS monday FROM report_zone
           WHERE summary_due_at(summary_monday, time_zone) <= eligibility_now()) due`;
/** Changes nothing if another copy was faster. */
const CLAIM = `
  UPDATE report_zone SET summary_monday = $1::date + 7 WHERE summary_monday <= $1::date RETURNING 1`;

const countedNames = [
  'accepted',
  'sold',
  'expired',
  'refunded',
  'revenueCents',
  'refused',
  'delivered',
  'deliveredInTime',
] as const satisfies readonly (keyof MarketWeek['week'])[];

const sumDays = (days: Counted['days']): MarketWeek['week'] =>
  Object.fromEntries(
    countedNames.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)]),
  ) as MarketWeek['week'];

const isQuiet = (days: Counted['days']): boolean =>
  days.every(({ accepted, duplicates, refused }) => accepted + duplicates + refused === 0);

function listBestFunnels(funnels: Counted['funnels']): MarketWeek['funnels'] {
  return funnels
    .filter(({ revenueCents }) => revenueCents > 0)
    .toSorted((a, b) => b.revenueCents - a.revenueCents || a.name.localeCompare(b.name))
    .slice(0, SUMMARIZED_MAX)
    .map(({ name, revenueCents }) => ({ name, revenueCents }));
}

function listMostUnsold(places: Counted['places']): MarketWeek['unsold'] {
  return [...Map.groupBy(places, ({ state }) => state)]
    .map(([state, ofState]) => ({
      state,
      leads: ofState.reduce((sum, { accepted, sold }) => sum + accepted - sold, 0),
    }))
    .filter(({ leads }) => leads > 0)
    .toSorted((a, b) => b.leads - a.leads || a.state.localeCompare(b.state))
    .slice(0, SUMMARIZED_MAX);
}

/** Returns undefined if nothing was posted in either week. */
export const summarizeMarket = (
  monday: string,
  week: Counted,
  weekBefore: Pick<Counted, 'days'>,
): MarketWeek | undefined =>
  isQuiet([...week.days, ...weekBefore.days])
    ? undefined
    : {
        monday,
        week: sumDays(week.days),
        weekBefore: sumDays(weekBefore.days),
        funnels: listBestFunnels(week.funnels),
        unsold: listMostUnsold(week.places),
      };

/** Publishes the weekly summary of all posts once, when agents in the reporting time zone get theirs. */
@Injectable()
export class MarketWeekSweeper implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly reports: MarketReportRepository,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'market week', intervalMs: INTERVAL_MS, run: () => this.sweep() });
  }

  private async sweep(): Promise<void> {
    const [due] = await this.dataSource.query<DueWeek[]>(FIND_DUE);
    if (!due) return;
    const { monday, sunday, mondayBefore, sundayBefore } = due;
    const summary = summarizeMarket(
      monday,
      await this.reports.read({ from: monday, to: sunday }),
      await this.reports.read({ from: mondayBefore, to: sundayBefore }),
    );
    await this.transactions.run(async (tx) => {
      const claimed = await tx.query(CLAIM, [monday]);
      if (claimed.length === 0 || !summary) return;
      tx.publish(marketWeekEnded, summary, { key: monday });
      this.logger.info({ monday }, 'weekly summary of the market published');
    });
  }
}
