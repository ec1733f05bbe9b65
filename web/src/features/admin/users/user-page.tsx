import type { AdminUserPage } from '@desk/contracts/accounts/user-administration.routes';
import { DetailPage } from '@/components/page/detail-page';
import { withParam } from '@/components/page/with-param';
import { Badge } from '@/components/ui/badge';
import { Skeleton } from '@/components/ui/skeleton';
import { formatNameOrEmail } from '@/lib/person-name';
import { useFreshQuery } from '../queries';
import { UserAccount, UserSignIn } from './user-account';
import { UserAudit } from './user-audit';
import { UserBrowsers, UserCard, UserChannels } from './user-contact';
import { UserLists } from './user-lists';
import { UserFilters, UserLeadReport, UserService } from './user-service';

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

function UserSections({ page }: { page: AdminUserPage }) {
  const isAgent = !page.user.isAdmin;
  return (
    <>
      <div className="grid gap-6 xl:grid-cols-2">
        <div className="grid min-w-0 content-start gap-6">
          <UserAccount page={page} />
          <UserSignIn page={page} />
        </div>
        {isAgent ? (
          <div className="grid min-w-0 content-start gap-6">
            <UserService page={page} />
            <UserCard card={page.card} />
            <UserChannels user={page.user} channels={page.channels} />
            <UserBrowsers browsers={page.browsers} />
            <UserFilters filters={page.filters} />
            <UserLeadReport report={page.report} />
          </div>
        ) : null}
      </div>
      <div className="mt-10 grid gap-10">
        {isAgent ? <UserLists page={page} /> : null}
        <UserAudit userId={page.user.id} />
      </div>
    </>
  );
}

function UserPage({ id }: { id: string }) {
  return (
    <DetailPage
      query={useFreshQuery('getUser', { params: { userId: id } })}
      noun="user"
      back={{ to: '/admin', label: 'Users' }}
      title={({ user }) => formatNameOrEmail(user)}
      description={(page) => <UserBadges page={page} />}
      skeleton={<UserSkeleton />}
    >
      {(page) => <UserSections page={page} />}
    </DetailPage>
  );
}

export const Component = withParam('userId', UserPage);
