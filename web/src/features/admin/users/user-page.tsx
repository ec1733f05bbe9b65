import type { AdminUserPage } from '@desk/contracts/accounts/user-administration.routes';
import { formatPhone } from '@desk/contracts/format/phone';
import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { DetailPage, withParam } from '@/components/page/detail-page';
import { QueryView } from '@/components/page/query-view';
import { Section } from '@/components/page/section';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { RefreshButton } from '@/components/ui/refresh-button';
import { Skeleton } from '@/components/ui/skeleton';
import { formatBrand, formatExpiry } from '@/lib/card';
import { channelStates } from '@/lib/channel-states';
import { useUser } from '@/lib/current-user';
import { formatDateTime } from '@/lib/dates';
import { formatName, formatNameOrEmail } from '@/lib/person-name';
import { describePushBrowser } from '@/lib/push-browsers';
import { UserLink } from '../columns';
import { useFreshQuery } from '../queries';
import { type AuditEvent, describeChanges, reasonOf, toWords } from './describe-audit';
import { NotLoaded } from './not-loaded';
import { UserAccount, UserSignIn } from './user-account';
import { UserLists } from './user-lists';
import { UserFilters, UserLeadReport, UserService } from './user-service';

/** The card on file. Shows no more of its number than the agent sees. */
const UserCard = ({ card: onFile }: Pick<AdminUserPage, 'card'>) => (
  <Card title="Card">
    {onFile === null ? (
      <NotLoaded what="The card" />
    ) : onFile.card === null ? (
      <p>No card on file.</p>
    ) : (
      <p className="tabular flex flex-wrap items-center gap-2">
        {formatBrand(onFile.card.brand)} ending in {onFile.card.last4}, expires {formatExpiry(onFile.card)}
        <Badge tone={onFile.usable ? 'brand' : 'danger'}>
          {onFile.usable ? 'Can be charged' : 'Declined'}
        </Badge>
      </p>
    )}
  </Card>
);

const UserChannels = ({ user, channels }: Pick<AdminUserPage, 'user' | 'channels'>) => (
  <Card title="Channels">
    <ul className="grid gap-2">
      <li className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{channelFacts.email.label}</span>
        <span className="min-w-0 wrap-anywhere">{user.email}</span>
      </li>
      {channels?.map(({ id, kind, state, address }) => (
        <li key={id} className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{channelFacts[kind].label}</span>
          <span className="min-w-0 wrap-anywhere">{formatPhone(address)}</span>
          <Badge tone={channelStates[state].tone}>{channelStates[state].label}</Badge>
        </li>
      ))}
    </ul>
    {channels === null ? <NotLoaded what="The other channels" /> : null}
  </Card>
);

const UserBrowsers = ({ browsers }: Pick<AdminUserPage, 'browsers'>) => (
  <Card title="Browser notifications">
    {browsers === null ? (
      <NotLoaded what="The browsers" />
    ) : browsers.length === 0 ? (
      <p>Not turned on in any browser.</p>
    ) : (
      <ul className="grid gap-3">
        {browsers.map((browser) => (
          <li key={browser.id} className="grid gap-1">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-semibold wrap-anywhere">{browser.name}</span>
              {browser.endedAt === null ? null : <Badge tone="money">Ended</Badge>}
            </p>
            <p className="text-sm text-muted">{describePushBrowser(browser)}</p>
          </li>
        ))}
      </ul>
    )}
  </Card>
);

const AUDIT_ENTRIES = 20;

function Actor({ entry: { actorId, actor, userId, operator } }: { entry: AuditEvent }) {
  const ownId = useUser()?.id;
  if (operator) return `${operator} (command line)`;
  if (actorId === null) return 'the system';
  if (actorId === userId) return 'the user';
  if (actorId === ownId) return 'you';
  return <UserLink id={actorId} name={actor ? formatName(actor) : 'another admin'} />;
}

const Entry = ({ entry }: { entry: AuditEvent }) => {
  const reason = reasonOf(entry);
  return (
    <li className="grid gap-x-4 border-b border-line py-2 text-sm last:border-0 sm:grid-cols-[11rem_1fr]">
      <span className="tabular text-muted">{formatDateTime(entry.at)}</span>
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="font-semibold">{toWords(entry.action)}</span>
          <span className="text-muted">
            {' by '}
            <Actor entry={entry} />
          </span>
        </p>
        {describeChanges(entry).map((change) => (
          <p key={change}>{change}</p>
        ))}
        {reason === null ? null : <p className="text-muted">Reason: {reason}</p>}
      </div>
    </li>
  );
};

function UserAudit({ userId }: { userId: string }) {
  const query = useFreshQuery('listAuditEvents', {
    query: { userId, pageSize: String(AUDIT_ENTRIES) },
  });
  return (
    <Section
      id="user-audit"
      title="Audit log"
      action={<RefreshButton isRefreshing={query.isFetching} onRefresh={() => void query.refetch()} />}
    >
      <QueryView query={query} what="the audit log" skeleton={<Skeleton className="h-60" />}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="text-muted">No entries yet.</p>
          ) : (
            <ul aria-label={`The newest entries, at most ${AUDIT_ENTRIES}`}>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  );
}

const UserPage = ({ id }: { id: string }) => (
  <DetailPage
    query={useFreshQuery('getUser', { params: { userId: id } })}
    noun="user"
    back={{ to: '/admin', label: 'Users' }}
    title={({ user }) => formatNameOrEmail(user)}
    description={({ user, disabledAt, erasedAt }) => (
      <span className="flex flex-wrap items-center gap-2">
        <Badge>{user.isAdmin ? 'Admin' : 'Agent'}</Badge>
        {disabledAt === null || erasedAt !== null ? null : <Badge tone="danger">Disabled</Badge>}
        {erasedAt === null ? null : <Badge tone="danger">Erased</Badge>}
      </span>
    )}
    skeleton={
      <div className="grid gap-6 xl:grid-cols-2">
        <Skeleton className="h-[420px]" />
        <Skeleton className="h-[420px]" />
      </div>
    }
  >
    {(page) => (
      <>
        <div className="grid gap-6 xl:grid-cols-2">
          <div className="grid min-w-0 content-start gap-6">
            <UserAccount page={page} />
            <UserSignIn page={page} />
          </div>
          {page.user.isAdmin ? null : (
            <div className="grid min-w-0 content-start gap-6">
              <UserService page={page} />
              <UserCard card={page.card} />
              <UserChannels user={page.user} channels={page.channels} />
              <UserBrowsers browsers={page.browsers} />
              <UserFilters filters={page.filters} />
              <UserLeadReport report={page.report} />
            </div>
          )}
        </div>
        <div className="mt-10 grid gap-10">
          {page.user.isAdmin ? null : <UserLists page={page} />}
          <UserAudit userId={page.user.id} />
        </div>
      </>
    )}
  </DetailPage>
);

export const Component = withParam('userId', UserPage);
