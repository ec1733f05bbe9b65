import { formatAmount } from '@desk/contracts/format/price';
import { toCents } from '@desk/contracts/money';
import type { LeadPage } from '@desk/contracts/leads/sold-leads.routes';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { formatDateTime } from '@/lib/dates';
import { chargeDescriptions, describeRefund } from '../lib/lead-labels';
import { Detail, DetailList } from './detail-list';

interface ChargeProps {
  charge: LeadPage['charge'];
  onRetry: () => void;
  isRetrying: boolean;
  className: string;
}

export function Charge({ charge, onRetry, isRetrying, className }: ChargeProps) {
  const description = charge === null ? null : chargeDescriptions[charge.status];
  return (
    <Card
      title="Charge"
      actions={description === null ? null : <Badge tone={description.tone}>{description.label}</Badge>}
      className={className}
    >
      {charge === null || description === null ? (
        <>
          <p>We can't show the charge right now. The lead is still yours.</p>
          <Button variant="secondary" className="mt-4" isBusy={isRetrying} onClick={onRetry}>
            Try again
          </Button>
        </>
      ) : (
        <>
          <p className="tabular text-2xl font-semibold text-money">{formatAmount(toCents(charge.amount))}</p>
          <p className="mt-1 text-muted">{description.text}</p>
          {charge.refund === null ? null : <p className="mt-1 text-muted">{describeRefund(charge.refund)}</p>}
          <DetailList className="mt-4">
            {charge.purchasedAt === null ? null : (
              <Detail label="Charged">{formatDateTime(charge.purchasedAt)}</Detail>
            )}
            {charge.refund === null ? null : (
              <Detail label={charge.refund.succeededAt === null ? 'Refund requested' : 'Refunded'}>
                {formatDateTime(charge.refund.succeededAt ?? charge.refund.requestedAt)}
              </Detail>
            )}
            <Detail isCode label="Payment ID">
              {charge.stripePaymentIntentId ?? 'None yet'}
            </Detail>
          </DetailList>
        </>
      )}
    </Card>
  );
}
