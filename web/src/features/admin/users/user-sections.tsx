import type { AdminUserPage } from '@desk/contracts/accounts/user-administration.routes';
import { UserAccount } from './user-account';
import { UserAudit } from './user-audit';
import { UserBrowsers, UserCard, UserChannels } from './user-contact';
import { UserLists } from './user-lists';
import { UserFilters, UserLeadReport, UserService } from './user-service';
import { UserSignIn } from './user-sign-in';

export function UserSections({ page }: { page: AdminUserPage }) {
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
