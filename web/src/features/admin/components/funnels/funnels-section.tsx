import type { Funnel } from '@desk/contracts/leads/funnels.schemas';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { formatDateTime } from '@/lib/dates';
import { funnelsQuery } from '../../api/funnels';
import { Inbox } from '../../icons';
import { AdminList } from '../admin-list';
import { CreateFunnel } from './create-funnel';
import { FunnelModeBadge } from './funnel-mode';

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

const summarize = (count: number): string => (count === 1 ? '1 funnel' : `${count} funnels`);

export function FunnelsSection() {
  const query = useQuery(funnelsQuery);
  return (
    <>
      <div className="mb-6">
        <CreateFunnel />
      </div>
      <AdminList
        query={query}
        pageKey=""
        loading="Loading funnels..."
        failure="The funnels could not be loaded."
        isEmpty={({ funnels }) => funnels.length === 0}
        summary={({ funnels }) => summarize(funnels.length)}
        empty={
          <EmptyState
            icon={Inbox}
            title="No funnels yet"
            description="A funnel posts leads with a key of its own. Create the first one."
          />
        }
        pager={null}
      >
        {(data) => (
          <DataTable
            caption="Funnels by name"
            columns={columns}
            rows={data?.funnels}
            getRowKey={({ id }) => id}
            minTableWidthPx={720}
          />
        )}
      </AdminList>
    </>
  );
}
