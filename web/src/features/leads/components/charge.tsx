import type { LeadPage } from '@desk/contracts/leads/sold-leads.http';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { formatDateTime } from '@/lib/dates';
import { chargeWords } from '../lib/delivery-words';
import { Fact, Facts } from './facts';

interface ChargeProps {
  charge: LeadPage['charge'];
  onRetry: () => void;
  isRetrying: boolean;
  className?: string;
}

export function Charge({ charge, onRetry, isRetrying, className }: ChargeProps) {
  const words = charge === null ? null : chargeWords[charge.status];
  return (
    <Card
      title="Charge"
      actions={words === null ? null : <Badge tone={words.tone}>{words.name}</Badge>}
      {...(className === undefined ? {} : { className })}
    >
      {charge === null || words === null ? (
        <>
          <p>The charge cannot be shown at the moment. The lead is yours all the same.</p>
          <Button variant="secondary" className="mt-4" disabled={isRetrying} onClick={onRetry}>
            Try again
          </Button>
        </>
      ) : (
        <>
          <p className="tabular text-2xl font-semibold text-money">${charge.amount}</p>
          <p className="mt-1 text-muted">{words.text}</p>
          <Facts className="mt-4">
            {charge.purchasedAt === null ? null : (
              <Fact label="Charged">{formatDateTime(charge.purchasedAt)}</Fact>
            )}
            <Fact isLong label="Payment ID">
              {charge.stripePaymentIntentId ?? 'None yet'}
            </Fact>
          </Facts>
        </>
      )}
    </Card>
  );
}
