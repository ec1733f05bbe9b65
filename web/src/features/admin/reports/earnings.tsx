import { formatPrice } from '@desk/contracts/format/price';
import { formatCampaign } from '@desk/contracts/leads/campaign-names';
import { CAMPAIGNS_MAX } from '@desk/contracts/leads/market-report.values';
import type { ReactNode } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import type { ChartColumn } from '@/components/charts/chart-table';
import { ValueBars } from '@/components/charts/value-bars';
import { capitalize } from '@/lib/capitalize';
import { formatCount, formatShare, pluralize } from '@/lib/numbers';
import { leadsPath } from '../leads/leads-path';
import {
  type CampaignCounts,
  type MarketReport,
  nameCampaign,
  rateQuality,
  sortByRevenue,
  toShare,
} from './counts';
import { describeEarners } from './sentences';

const BARS_MAX = 10;

/** A source of leads, such as a funnel or a campaign. */
interface Earner extends Omit<CampaignCounts, 'source' | 'campaign'> {
  readonly key: string;
  readonly name: string;
  /** Link to its own page, or to the list of its accepted leads. */
  readonly page: string;
  /** Link to the list of its sold leads. */
  readonly soldLeads: string;
  /** Values of the extra `columns`. */
  readonly cells?: readonly number[];
}

interface EarningsProps {
  /** 'funnel' */
  noun: string;
  /** Without the file extension. */
  fileName: string;
  conclusion: string;
  /** The most revenue first. */
  earners: readonly Earner[];
  /** Extra columns between the accepted and the sold leads. */
  columns?: readonly ChartColumn[];
  children: ReactNode;
}

/** Compares the revenue and the lead quality of the earners. */
function Earnings({ noun, fileName, conclusion, earners, columns = [], children }: EarningsProps) {
  const earning = earners.filter(({ revenueCents }) => revenueCents > 0).slice(0, BARS_MAX);
  const [best] = earning;
  return (
    <ChartFrame
      title={`Which ${noun} earns money?`}
      conclusion={conclusion}
      fileName={fileName}
      isTableOpen
      table={{
        columns: [
          { header: capitalize(noun), kind: 'text' },
          { header: 'Accepted', kind: 'count' },
          ...columns,
          { header: 'Sold share', kind: 'share' },
          { header: 'Refund rate', kind: 'share' },
          { header: 'Revenue', kind: 'money' },
          { header: 'Won share', kind: 'share' },
          { header: 'With a status', kind: 'count' },
        ],
        rows: earners.map(({ key, name, page, cells = [], ...counts }) => {
          const { wonShare, sample } = rateQuality(counts);
          return {
            key,
            cells: [
              name,
              counts.accepted,
              ...cells,
              toShare(counts.sold, counts.accepted),
              toShare(counts.refunded, counts.sold),
              counts.revenueCents,
              wonShare,
              sample,
            ],
            to: page,
          };
        }),
      }}
    >
      {best === undefined ? null : (
        <ValueBars
          label={`Revenue by ${noun}`}
          bars={earning.map(({ key, name, soldLeads, revenueCents, sold, accepted }) => ({
            key,
            label: name,
            fraction: revenueCents / best.revenueCents,
            value: formatPrice(revenueCents),
            note: `${formatCount(sold)} sold (${formatShare(sold / accepted)})`,
            accessibleValue: `${formatPrice(revenueCents)} from ${pluralize(sold, 'sold lead')}`,
            to: soldLeads,
          }))}
        />
      )}
      <p className="mt-4 text-sm text-muted">
        {children} Quality: “Won share” is how many of the sold leads were won, of those to which agents gave
        a status.
      </p>
    </ChartFrame>
  );
}

export function ByFunnel({ report: { from, to, funnels } }: { report: MarketReport }) {
  const earners = sortByRevenue(funnels);
  return (
    <Earnings
      noun="funnel"
      fileName={`funnels_${from}_${to}`}
      conclusion={describeEarners('funnel', earners)}
      earners={earners.map((funnel) => ({
        ...funnel,
        key: funnel.funnelId,
        page: `/admin/funnels/${funnel.funnelId}`,
        soldLeads: leadsPath({ funnelId: funnel.funnelId, from, to, status: 'sold' }),
        cells: [funnel.refused, funnel.duplicates],
      }))}
      columns={[
        { header: 'Refused', kind: 'count' },
        { header: 'Duplicates', kind: 'count' },
      ]}
    >
      A bar opens the sold leads. A name in the table opens the funnel, which counts and lists refused posts
      and duplicates.
    </Earnings>
  );
}

export function ByCampaign({ report: { from, to, campaigns } }: { report: MarketReport }) {
  const earners = sortByRevenue(
    campaigns.map(({ source, campaign: name, ...counts }) => {
      const filters = { campaign: { source, name }, from, to };
      return {
        ...counts,
        key: formatCampaign({ source, name }),
        name: nameCampaign({ source, campaign: name }),
        hasName: source + name !== '',
        page: leadsPath(filters),
        soldLeads: leadsPath({ ...filters, status: 'sold' }),
      };
    }),
  );
  const named = earners.map(({ name, hasName, revenueCents }) => ({
    name: hasName ? name : 'Leads without a campaign',
    revenueCents,
  }));
  return (
    <Earnings
      noun="campaign"
      fileName={`campaigns_${from}_${to}`}
      conclusion={describeEarners('campaign', named, CAMPAIGNS_MAX)}
      earners={earners}
    >
      A bar opens the sold leads. A name in the table opens all accepted leads. Campaigns are named by what
      posts send, such as “utm_campaign”, with the source in parentheses.
      {campaigns.length < CAMPAIGNS_MAX
        ? null
        : ` The ${CAMPAIGNS_MAX} campaigns with the most leads are listed.`}
    </Earnings>
  );
}
