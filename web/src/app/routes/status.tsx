import { useQuery } from '@tanstack/react-query';
import { QueryError } from '@/components/page/query-view';
import { StatusContent } from '@/features/status/components/status-content';
import { routeQuery } from '@/lib/route-query';

const REFRESH_MS = 60_000;

export function Component() {
  const query = useQuery({
    ...routeQuery('getStatus'),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  });
  return (
    <div className="page section">
      <h1 className="display text-3xl">System status</h1>
      <p className="mt-3 mb-8 text-lg text-muted">
        What works now, how fast leads arrive, and what went wrong.
      </p>
      <div className="mb-6 empty:hidden">
        <QueryError query={query} what="the status" />
      </div>
      {query.data === undefined && query.isError ? null : <StatusContent status={query.data ?? null} />}
    </div>
  );
}
