import { formatPhone } from '@desk/contracts/format/phone';
import { formatAmount, formatPrice } from '@desk/contracts/format/price';
import { detailFieldEntries, REMOVED } from '@desk/contracts/leads/lead-fields';
import type { LeadItem, LeadPage, LeadsPage } from '@desk/contracts/leads/sold-leads.routes';
import { toCents } from '@desk/contracts/money';
import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Attempts } from '@/components/delivery/attempts';
import { ResendOwn } from '@/components/delivery/resend-own';
import { DetailPage } from '@/components/page/detail-page';
import { ExtrasCards, LeadFieldValue } from '@/components/lead/lead-fields';
import { Badge } from '@/components/ui/badge';
import { Breakable } from '@/components/ui/breakable';
import { Button, ButtonLink } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Mail, Phone } from '@/components/ui/icons';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDateTime } from '@/lib/dates';
import { deliveryPollInterval } from '@/lib/delivery-progress';
import { type DeliveryRow, describeDelivery } from '@/lib/describe-delivery';
import { mailto } from '@/lib/mailto';
import { routeKey, routeQuery } from '@/lib/route-query';
import { chargeDescriptions, CONTACT_WITHHELD, describeRefund, getLeadName } from '../lib/lead-labels';
import { Detail, DetailList } from './detail-list';
import { DispositionForm } from './disposition-form';
import { LeadBadges } from './lead-badges';
import { ProblemReports } from './problem-reports';
import { Receipt } from './receipt';

const Lines = ({ count }: { count: number }) => (
  <div className="grid gap-4">
    {Array.from({ length: count }, (_, line) => (
      <Skeleton key={line} className={line % 2 === 0 ? 'h-4.5 w-4/5' : 'h-4.5 w-3/5'} />
    ))}
  </div>
);

const LeadViewSkeleton = () => (
  <div aria-hidden className="@container">
    <div className="grid items-start gap-4 @3xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] @3xl:gap-6">
      <div className="grid gap-4 @3xl:gap-6">
        <Card>
          <Lines count={6} />
        </Card>
        <Card>
          <Lines count={8} />
        </Card>
      </div>
      <div className="grid gap-4 @3xl:gap-6">
        <Card>
          <Skeleton className="mb-4 h-11" />
          <Skeleton className="h-32" />
        </Card>
        <Card>
          <Lines count={3} />
        </Card>
      </div>
    </div>
  </div>
);

/** Fields with long values, which need the whole width of a phone. */
const wideFields = new Set(['phone', 'email']);

/** Enlarges the touch target without moving the text. */
const linkClasses = 'link pointer-coarse:-my-2.5 pointer-coarse:inline-block pointer-coarse:py-2.5';

/** Finds the lead in a cached list, so that its name and number are shown at once, even offline. */
function useListedLead(leadId: string): LeadItem | undefined {
  const lists = useQueryClient().getQueriesData<LeadsPage>({ queryKey: routeKey('listLeads') });
  return lists.flatMap(([, page]) => page?.leads ?? []).find(({ id }) => id === leadId);
}

/**
 * Two columns where there is room. The sections have the same order at every width, because the Tab key follows it.
 * Those needed during a call come first.
 */
const left = 'mb-4 @3xl:float-left @3xl:clear-left @3xl:mb-6 @3xl:w-[calc(58%-12px)]';
const right = 'mb-4 @3xl:float-right @3xl:clear-right @3xl:mb-6 @3xl:w-[calc(42%-12px)]';

interface Retry {
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

/** Stands for a part of the lead whose service did not answer. */
const NotShown = ({ what, retry: { onRetry, isRetrying } }: { what: string; retry: Retry }) => (
  <>
    <p>We can't show the {what} right now. The lead is still yours.</p>
    <Button variant="secondary" className="mt-4" isBusy={isRetrying} onClick={onRetry}>
      Try again
    </Button>
  </>
);

interface PartProps {
  lead: LeadPage;
  retry: Retry;
  className: string;
}

function Charge({ lead: { charge }, retry, className }: PartProps) {
  const description = charge === null ? null : chargeDescriptions[charge.status];
  return (
    <Card
      title="Charge"
      actions={description === null ? null : <Badge tone={description.tone}>{description.label}</Badge>}
      className={className}
    >
      {charge === null || description === null ? (
        <NotShown what="charge" retry={retry} />
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

function Delivery({ delivery }: { delivery: DeliveryRow }) {
  const { tone, label, text } = describeDelivery(delivery);
  const name = `${channelFacts[delivery.channel].label} to ${formatPhone(delivery.address)}`;
  return (
    <li className="border-t border-line py-3 first:border-0 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-x-4">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{channelFacts[delivery.channel].label}</span>{' '}
          <span className="text-muted">
            <Breakable text={formatPhone(delivery.address)} />
          </span>
        </p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="mt-1 text-sm text-muted">{text}</p>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <Attempts deliveryId={delivery.id} channel={delivery.channel} audience="agent" name={name} />
        {delivery.status === 'failed' ? <ResendOwn deliveryId={delivery.id} name={name} /> : null}
      </div>
    </li>
  );
}

const DeliveryLog = ({ lead, retry, className }: PartProps) => (
  <Card title="Delivery log" className={className}>
    {lead.areDeliveriesMissing ? (
      <NotShown what="deliveries" retry={retry} />
    ) : lead.deliveries.length === 0 ? (
      <p className="text-muted">Nothing has been sent yet. Each channel will appear here with its times.</p>
    ) : (
      <ul className="tabular">
        {lead.deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    )}
  </Card>
);

interface LeadViewProps {
  leadId: string;
  /** URL of the list that led here, with its filters. */
  listUrl: string;
}

export function LeadView({ leadId, listUrl }: LeadViewProps) {
  const query = useQuery({
    ...routeQuery('getLead', { params: { leadId } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => deliveryPollInterval(state.data?.deliveries),
  });
  const listed = useListedLead(leadId);
  const reload = () => query.refetch({ throwOnError: true });
  const retry = { onRetry: () => void reload().catch(() => undefined), isRetrying: query.isFetching };
  return (
    <DetailPage
      query={query}
      noun="lead"
      back={{ to: listUrl, label: 'Dashboard' }}
      title={getLeadName}
      known={listed}
      description={(lead) => (
        <span className="mt-2 flex flex-wrap gap-1.5">
          <LeadBadges lead={lead} />
        </span>
      )}
      actions={(lead) => (lead.phone === REMOVED ? null : <Contact lead={lead} />)}
      skeleton={<LeadViewSkeleton />}
    >
      {(lead) => (
        <div className="@container">
          <div className="flow-root">
            {lead.isContactWithheld === true ? (
              <div className="mb-4">
                <Notice tone="money">{CONTACT_WITHHELD}</Notice>
              </div>
            ) : null}
            <Card title="Details" className={left}>
              <DetailList className="grid-cols-2">
                {detailFieldEntries.map(([name, { label }]) => (
                  <Detail
                    key={name}
                    label={label}
                    className={clsx(wideFields.has(name) && 'max-sm:col-span-2')}
                  >
                    <LeadFieldValue name={name} value={lead[name]} linkClassName={linkClasses} />
                  </Detail>
                ))}
                <Detail label="Price">{formatPrice(toCents(lead.price))}/lead</Detail>
                {lead.seenAt === null ? null : <Detail label="Viewed">{formatDateTime(lead.seenAt)}</Detail>}
                <Detail label="First contacted">
                  {lead.contactedAt === null ? 'Not yet' : formatDateTime(lead.contactedAt)}
                </Detail>
              </DetailList>
            </Card>
            {lead.isContactWithheld === true ? null : (
              <DispositionForm key={lead.id} lead={lead} onReload={reload} className={right} />
            )}
            <ExtrasCards extras={lead.extras} className={left} />
            <Receipt lead={lead} className={left} />
            <Charge lead={lead} retry={retry} className={right} />
            <DeliveryLog lead={lead} retry={retry} className={left} />
            <ProblemReports key={`problems-${lead.id}`} lead={lead} className={right} />
          </div>
        </div>
      )}
    </DetailPage>
  );
}

const Contact = ({ lead }: { lead: LeadItem }) => (
  <>
    <ButtonLink to={`tel:${lead.phone}`} className="tabular">
      <Phone aria-hidden className="size-4" />
      Call {formatPhone(lead.phone)}
    </ButtonLink>
    <ButtonLink to={mailto(lead.email)} variant="secondary">
      <Mail aria-hidden className="size-4" />
      Send email
    </ButtonLink>
  </>
);
