import type { AdminUserPage } from '@desk/contracts/accounts/user-administration.routes';
import { describeDevice } from '@desk/contracts/format/device';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { useUser } from '@/lib/current-user';
import { formatDateTime } from '@/lib/dates';
import { pluralize } from '@/lib/numbers';
import { ChangeUser } from './change-user';

/** Where the user is signed in, and with what besides the password. */
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
