import type { Funnel } from '@desk/contracts/leads/funnels.schemas';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { defineList } from '@/components/list/define-list';
import type { Column } from '@/components/ui/data-table-types';
import { Inbox } from '@/components/ui/icons';
import { formatDateTime } from '@/lib/dates';
import { FunnelModeBadge } from './funnel-mode';
import { funnelsQuery } from './funnels.api';
import { List } from '@/components/list/list';
import { Page } from '@/components/page/page';
import { CreateFunnel } from './create-funnel';

const columns: readonly Column<Funnel>[] = [
  {
    id: 'name',
    header: 'Name',
    role: 'name',
    className: 'min-w-40 wrap-anywhere',
    cell: ({ id, name }) => (
      <Link to={`/admin/funnels/${id}`} className="link inline-flex items-center pointer-coarse:min-h-11">
        {name}
      </Link>
    ),
  },
  { id: 'mode', header: 'Mode', role: 'badge', cell: ({ mode }) => <FunnelModeBadge mode={mode} /> },
  {
    id: 'keys',
    header: 'Keys that work',
    align: 'end',
    cell: ({ keys }) => keys.filter(({ revokedAt }) => revokedAt === null).length,
  },
  {
    id: 'consent',
    header: 'Proof of consent',
    cell: ({ requiresConsentProof }) => (requiresConsentProof ? 'Required' : 'Optional'),
  },
  { id: 'created', header: 'Created', noWrap: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
];

const funnelList = defineList({
  one: 'funnel',
  many: 'funnels',
  sorted: 'by name',
  params: {},
  useData: () => useQuery(funnelsQuery),
  changes: ['funnels'],
  rows: ({ funnels }): readonly Funnel[] => funnels,
  columns,
  getRowKey: ({ id }) => id,
  minTableWidthPx: 720,
  empty: {
    icon: Inbox,
    title: 'No funnels yet',
    description: 'A funnel posts leads with a key of its own. Create the first one.',
  },
});

export const Component = () => (
  <Page description="The sources that post leads, with their keys and rules." actions={<CreateFunnel />}>
    <List of={funnelList} />
  </Page>
);
