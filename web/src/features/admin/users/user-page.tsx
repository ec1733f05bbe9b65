import type { AdminUserPage } from '@desk/contracts/accounts/user-administration.routes';
import { useQuery } from '@tanstack/react-query';
import { DetailPage } from '@/components/page/detail-page';
import { withParam } from '@/components/page/with-param';
import { Badge } from '@/components/ui/badge';
import { Skeleton } from '@/components/ui/skeleton';
import { formatNameOrEmail } from '@/lib/person-name';
import { UserSections } from './user-sections';
import { userPageQuery } from './user.api';

const UserSkeleton = () => (
  <div className="grid gap-6 xl:grid-cols-2">
    <Skeleton className="h-[420px]" />
    <Skeleton className="h-[420px]" />
  </div>
);

const UserBadges = ({ page: { user, disabledAt, erasedAt } }: { page: AdminUserPage }) => (
  <span className="flex flex-wrap items-center gap-2">
    <Badge>{user.isAdmin ? 'Admin' : 'Agent'}</Badge>
    {disabledAt === null || erasedAt !== null ? null : <Badge tone="danger">Disabled</Badge>}
    {erasedAt === null ? null : <Badge tone="danger">Erased</Badge>}
  </span>
);

/** Everything about one user, and what an administrator can change. */
function UserPage({ id }: { id: string }) {
  const query = useQuery(userPageQuery(id));
  return (
    <DetailPage
      query={query}
      noun="user"
      back={{ to: '/admin', label: 'Users' }}
      missing={['USER_NOT_FOUND']}
      title={({ user }) => formatNameOrEmail(user)}
      description={(page) => <UserBadges page={page} />}
      skeleton={<UserSkeleton />}
    >
      {(page) => <UserSections page={page} />}
    </DetailPage>
  );
}

export const Component = withParam('userId', UserPage);
