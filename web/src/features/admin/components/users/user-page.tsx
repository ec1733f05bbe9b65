import type { AdminUserPage } from '@desk/contracts/accounts/user-administration.routes';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Loading } from '@/components/ui/loading';
import { Skeleton } from '@/components/ui/skeleton';
import { hasCode } from '@/lib/api-client';
import { usePageTitle } from '@/lib/page-title';
import { userPageQuery } from '../../api/user';
import { SearchX } from '../../icons';
import { AdminPage } from '../admin-page';

const UserSections = lazy(async () => ({ default: (await import('./user-sections')).UserSections }));

const back = { to: '/admin', label: 'Users' };

const UserSkeleton = () => (
  <Loading label="Loading the user...">
    <div className="grid gap-6 xl:grid-cols-2">
      <Skeleton className="h-[420px]" />
      <Skeleton className="h-[420px]" />
    </div>
  </Loading>
);

function UserBadges({ page: { user, disabledAt, erasedAt } }: { page: AdminUserPage }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge>{user.isAdmin ? 'Admin' : 'Agent'}</Badge>
      {disabledAt === null || erasedAt !== null ? null : <Badge tone="danger">Disabled</Badge>}
      {erasedAt === null ? null : <Badge tone="danger">Erased</Badge>}
    </span>
  );
}

/** Everything about one user, and what an administrator can change. */
export function UserPage({ userId }: { userId: string }) {
  const { data: page, error, isFetching, refetch } = useQuery(userPageQuery(userId));
  const name = page && (`${page.user.firstName} ${page.user.lastName}`.trim() || page.user.email);
  usePageTitle(name ?? null);
  if (hasCode(error, 'USER_NOT_FOUND', 'NOT_FOUND'))
    return (
      <AdminPage title="User" back={back}>
        <EmptyState
          icon={SearchX}
          title="User not found"
          action={<ButtonLink to="/admin">See all users</ButtonLink>}
        />
      </AdminPage>
    );
  return (
    <AdminPage
      title={name ?? 'User'}
      back={back}
      description={page === undefined ? undefined : <UserBadges page={page} />}
    >
      {error === null ? null : (
        <div className="mb-6">
          <ErrorState
            title="The user could not be loaded."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {page === undefined ? (
        error === null ? (
          <UserSkeleton />
        ) : null
      ) : (
        <Suspense fallback={<UserSkeleton />}>
          <UserSections page={page} />
        </Suspense>
      )}
    </AdminPage>
  );
}
