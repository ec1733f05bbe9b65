import type { AdminUserPage } from '@desk/contracts/accounts/user-administration.routes';
import { describeDevice } from '@desk/contracts/format/device';
import { formatPhone } from '@desk/contracts/format/phone';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { useUser } from '@/lib/current-user';
import { formatDateTime } from '@/lib/dates';
import { pluralize } from '@/lib/numbers';
import { formatTimeZone } from '@/lib/format-time-zone';
import { CopyableId } from '@/components/ui/copy-button';
import { ChangeUser } from './change-user';

function describeAddress({ user, emailConfirmedAt }: AdminUserPage): string {
  if (emailConfirmedAt !== null) return `Confirmed ${formatDateTime(emailConfirmedAt)}`;
  if (user.emailConfirmation?.hasBounced === true) return 'Not confirmed: mail to it came back';
  const confirmBy = user.emailConfirmation?.confirmBy;
  return confirmBy === undefined ? 'Not confirmed' : `Not confirmed, due ${formatDateTime(confirmBy)}`;
}

/** Describes the accepted terms with the same facts as the evidence for a dispute. */
function describeTerms({ terms }: AdminUserPage): string {
  if (!terms) return '-';
  const { acceptedAt, version, network } = terms;
  return [
    `Accepted ${formatDateTime(acceptedAt)}`,
    ...(version === null ? [] : [`version ${version}`]),
    ...(network === null ? [] : [`from ${network}`]),
  ].join(', ');
}

function AccountActions({ page }: { page: AdminUserPage }) {
  const { id: userId, email } = page.user;
  const isDisabled = page.disabledAt !== null;
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <ChangeUser
        userId={userId}
        change={{ action: isDisabled ? 'enable' : 'disable' }}
        {...(isDisabled
          ? {
              label: 'Enable account',
              title: 'Enable this account?',
              description:
                'The user gets a link to choose a new password and can then sign in again. An agent gets leads again unless the service is paused.',
              done: 'The account is enabled.',
            }
          : {
              label: 'Disable account',
              title: 'Disable this account?',
              description: 'The user is signed out everywhere and cannot sign in. Leads stop within seconds.',
              done: 'The account is disabled.',
            })}
      />
      {page.emailConfirmedAt === null ? (
        <ChangeUser
          userId={userId}
          change={{ action: 'confirm-email' }}
          label="Confirm address"
          title="Confirm this address?"
          description={`Emails with personal data of leads go to ${email} from then on. Make sure that it is the user's own.`}
          done="The address is confirmed."
        />
      ) : null}
    </div>
  );
}

export function UserAccount({ page }: { page: AdminUserPage }) {
  const { user, disabledAt, erasedAt } = page;
  const isOwn = useUser()?.id === user.id;
  return (
    <Card title="Account">
      <Facts
        facts={[
          ['Email', user.email],
          ['Email status', describeAddress(page)],
          user.pendingEmail === undefined
            ? null
            : ['New email address', `${user.pendingEmail}, not confirmed`],
          ['Phone', formatPhone(user.phone) || '-'],
          ['Company', user.companyName || '-'],
          ['Role', user.isAdmin ? 'Admin' : 'Agent'],
          ['Joined', formatDateTime(user.createdAt)],
          ['Terms', describeTerms(page)],
          ['Time zone', formatTimeZone(user.timeZone)],
          disabledAt === null ? null : ['Disabled', formatDateTime(disabledAt)],
          erasedAt === null ? null : ['Erased', formatDateTime(erasedAt)],
          ['User ID', <CopyableId key="id" label="user ID" text={user.id} />],
        ]}
      />
      {isOwn ? (
        <p className="mt-5 text-sm text-muted">This is your own account. Another admin can change it.</p>
      ) : erasedAt === null ? (
        <AccountActions page={page} />
      ) : null}
    </Card>
  );
}

export function UserSignIn({ page: { user, secondFactors, sessions, erasedAt } }: { page: AdminUserPage }) {
  const isOwn = useUser()?.id === user.id;
  const { apps, passkeys, recoveryCodesLeft } = secondFactors;
  return (
    <Card title="Sign-in">
      <Facts
        facts={[
          ['Authenticator apps', String(apps)],
          ['Passkeys', String(passkeys)],
          ['Recovery codes left', String(recoveryCodesLeft)],
        ]}
      />
      <h3 className="mt-4 mb-2 font-semibold">
        {sessions.length === 0
          ? 'Not signed in anywhere'
          : `Signed in on ${pluralize(sessions.length, 'device')}`}
      </h3>
      <ul className="tabular grid gap-1.5 text-sm">
        {sessions.map(({ id, userAgent, beganAt, lastUsedAt }) => (
          <li key={id}>
            {describeDevice(userAgent)}
            <span className="text-muted">
              , last used {formatDateTime(lastUsedAt)}
              {beganAt === null ? '' : `, signed in ${formatDateTime(beganAt)}`}
            </span>
          </li>
        ))}
      </ul>
      {isOwn || erasedAt !== null ? null : (
        <div className="mt-5 flex flex-wrap gap-3">
          {sessions.length === 0 ? null : (
            <ChangeUser
              userId={user.id}
              change={{ action: 'end-sessions' }}
              label="End sessions"
              title="End all sessions?"
              description="The user is signed out everywhere and can sign in again."
              done="The sessions are ended."
            />
          )}
          {apps + passkeys === 0 ? null : (
            <ChangeUser
              userId={user.id}
              change={{ action: 'reset-second-factor' }}
              label="Reset second factor"
              title="Reset the second factor?"
              description="Authenticator apps, passkeys and recovery codes are removed, the user is signed out everywhere and gets a link to choose a new password, which is then enough to sign in. Make sure that it is the user who asked."
              done="The second factor is reset."
            />
          )}
        </div>
      )}
    </Card>
  );
}
