import { formatPrice } from '@desk/contracts/format/price';
import { ChartFrame } from '@/components/charts/chart-frame';
import { ValueBars } from '@/components/charts/value-bars';
import { formatShare } from '@/lib/numbers';
import { type MarketReport, rateQuality, sortFunnels, toShare } from './counts';
import { describeFunnels } from './sentences';

const BARS_MAX = 10;

export function ByFunnel({ report }: { report: MarketReport }) {
  const funnels = sortFunnels(report.funnels).map((funnel) => ({
    ...funnel,
    ...rateQuality(funnel),
    to: `/admin/funnels/${funnel.funnelId}`,
  }));
  const earning = funnels.filter(({ revenueCents }) => revenueCents > 0).slice(0, BARS_MAX);
  const [best] = earning;
  return (
    <ChartFrame
      title="Which funnel earns money?"
      conclusion={describeFunnels(funnels)}
      fileName={`funnels_${report.from}_${report.to}`}
      isTableOpen
      table={{
        columns: [
          { header: 'Funnel', kind: 'text' },
          { header: 'Accepted', kind: 'count' },
          { header: 'Refused', kind: 'count' },
          { header: 'Duplicates', kind: 'count' },
          { header: 'Sold share', kind: 'share' },
          { header: 'Refund rate', kind: 'share' },
          { header: 'Revenue', kind: 'money' },
          { header: 'Won share', kind: 'share' },
          { header: 'With a status', kind: 'count' },
        ],
        rows: funnels.map(({ funnelId, name, to, wonShare, sample, ...counts }) => ({
          key: funnelId,
          cells: [
            name,
            counts.accepted,
            counts.refused,
            counts.duplicates,
            toShare(counts.sold, counts.accepted),
            toShare(counts.refunded, counts.sold),
            counts.revenueCents,
            wonShare,
            sample,
          ],
          to,
        })),
      }}
    >
      {best === undefined ? null : (
        <ValueBars
          label="Revenue by funnel"
          bars={earning.map(({ funnelId, name, to, revenueCents, sold, accepted }) => ({
            key: funnelId,
            label: name,
            fraction: revenueCents / best.revenueCents,
            value: formatPrice(revenueCents),
            note: `${formatShare(sold / accepted)} sold`,
            name: `${formatPrice(revenueCents)} revenue`,
            to,
          }))}
        />
      )}
      <p className="mt-4 text-sm text-muted">
        Quality: “Won share” is how many of a funnel&apos;s sold leads were won, of those to which agents gave
        a status.
      </p>
    </ChartFrame>
  );
}
