import { formatPrice } from '@desk/contracts/format/price';
import type { Funnel, FunnelWithKey } from '@desk/contracts/leads/funnels.schemas';
import { MAX_LISTED_FUNNELS } from '@desk/contracts/leads/funnels.values';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Field } from '@/components/form/field';
import { MutationForm } from '@/components/form/form-action';
import { FunnelModeBadge } from '@/components/funnel/funnel-mode';
import { formatCell } from '@/components/charts/chart-table';
import { defineList } from '@/components/list/define-list';
import { List } from '@/components/list/list';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { Page } from '@/components/page/page';
import { QueryError } from '@/components/page/query-view';
import { NewSecret } from '@/components/secret/new-secret';
import { Button } from '@/components/ui/button';
import type { Column } from '@/components/ui/data-table';
import { FormDialog } from '@/components/ui/dialog';
import { Inbox } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDateTime } from '@/lib/dates';
import { formatCount, formatShare } from '@/lib/numbers';
import { useRefresh } from '@/lib/use-refresh';
import { numeric, rowLink } from '../columns';
import { useListQuery } from '../queries';
import { type FunnelCounts, rateQuality, toShare } from '../reports/counts';
import { useMarketReport } from '../reports/use-market-report';
import { keyKinds } from './funnel-key-kinds';

const schema = async () => {
  const { strictObject } = await import('@desk/contracts/primitives');
  const { funnelName } = await import('@desk/contracts/leads/funnels.schemas');
  return strictObject({ name: funnelName() });
};

/** Asks for a name, shows the first key, then opens the new funnel's page. */
function CreateFunnel() {
  const create = useRouteMutation('createFunnel', { onSuccess: useRefresh('listFunnels', 'getFunnel') });
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<FunnelWithKey | null>(null);
  const close = () => {
    setOpen(false);
    if (created) void navigate(`/admin/funnels/${created.funnel.id}`);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>New funnel</Button>
      <FormDialog
        isOpen={isOpen}
        onClose={close}
        title={created === null ? 'New funnel' : `The key of ${created.funnel.name}`}
        description={
          created === null
            ? 'It starts in test mode: its leads are checked, but neither stored nor sold.'
            : 'The funnel sends it with every lead.'
        }
      >
        {created === null ? (
          <MutationForm
            initialValues={{ name: '' }}
            schema={schema}
            submitLabel="Create"
            pendingLabel="Creating..."
            mutation={create}
            onDone={setCreated}
          >
            <Field
              name="name"
              label="Name"
              autoComplete="off"
              hint="Agents see it as the source of a lead."
            />
          </MutationForm>
        ) : (
          <NewSecret kind="key" secret={created.key} purpose={keyKinds.server.purpose} onDone={close} />
        )}
      </FormDialog>
    </>
  );
}

const formatQuality = (funnel: FunnelCounts): string => {
  const { wonShare, sample } = rateQuality(funnel);
  return wonShare === null ? '-' : `${formatShare(wonShare)} of ${formatCount(sample)}`;
};

const toPercent = (part: number, whole: number): string => formatCell('share', toShare(part, whole));

type Report = ReturnType<typeof useMarketReport>;

/** A column about the leads of each funnel that were accepted in the report's period. */
const reportColumn = (
  header: string,
  { data, isPending }: Report,
  format: (funnel: FunnelCounts) => string,
): Column<Funnel> => ({
  header,
  ...numeric,
  cell: ({ id }) => {
    if (isPending) return <Skeleton className="ml-auto h-4 w-12" />;
    const counts = data?.funnels.find(({ funnelId }) => funnelId === id);
    return counts === undefined ? '-' : format(counts);
  },
});

const toColumns = (report: Report): readonly Column<Funnel>[] => [
  {
    header: 'Name',
    role: 'name',
    className: 'min-w-40 wrap-anywhere',
    cell: ({ id, name }) => (
      <Link to={`/admin/funnels/${id}`} className={rowLink}>
        {name}
      </Link>
    ),
  },
  { header: 'Mode', role: 'badge', cell: ({ mode }) => <FunnelModeBadge mode={mode} /> },
  reportColumn('Revenue', report, ({ revenueCents }) => formatPrice(revenueCents)),
  reportColumn('Sold share', report, ({ sold, accepted }) => toPercent(sold, accepted)),
  reportColumn('Refund rate', report, ({ refunded, sold }) => toPercent(refunded, sold)),
  reportColumn('Won share', report, formatQuality),
  {
    header: 'Keys that work',
    align: 'end',
    cell: ({ keys }) => keys.filter(({ revokedAt }) => revokedAt === null).length,
  },
  {
    header: 'Proof of consent',
    cell: ({ requiresConsentProof }) => (requiresConsentProof ? 'Required' : 'Optional'),
  },
  { header: 'Created', noWrap: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
];

const funnelList = defineList({
  one: 'funnel',
  sorted: 'by name',
  params: {},
  useData: () => useListQuery('listFunnels'),
  changes: ['funnels'],
  rows: ({ funnels }): readonly Funnel[] => funnels,
  total: ({ funnels }) => funnels.length,
  isTotalMinimum: ({ funnels }) => funnels.length === MAX_LISTED_FUNNELS,
  columns: [],
  minTableWidthPx: 940,
  empty: {
    icon: Inbox,
    title: 'No funnels yet',
    description: 'A funnel posts leads with a key of its own. Create the first one.',
  },
});

export function Component() {
  const report = useMarketReport('30');
  return (
    <Page
      description="The sources that post leads. Revenue, after refunds, and shares are those of the leads accepted in the last 30 days. The won share is of the sold leads to which agents gave a status."
      actions={<CreateFunnel />}
    >
      <div className="mb-4 empty:hidden">
        <QueryError query={report} what="revenue and shares" />
      </div>
      <List of={funnelList} columns={() => toColumns(report)} />
    </Page>
  );
}
