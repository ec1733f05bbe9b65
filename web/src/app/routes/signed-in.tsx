import { brand } from '@desk/contracts/brand';
import { PendingButton } from '@/components/ui/button';
import { Wordmark } from '@/components/ui/wordmark';
import { useUser } from '@/features/auth/api/get-user';
import { useLogout } from '@/features/auth/api/logout';
import { PublicFrame } from '../public-layout';
import { NotFound } from './not-found';

/** Who is signed in, and the way out. Signed out, there is nothing here. */
export function Component() {
  const user = useUser();
  const logout = useLogout();
  if (!user)
    return (
      <PublicFrame>
        <NotFound />
      </PublicFrame>
    );
  return (
    <main id="main" tabIndex={-1} className="page flex grow flex-col items-start justify-center gap-6 py-16">
      <title>{`Signed in | ${brand}`}</title>
      <Wordmark />
      <div>
        <h1 className="display text-2xl">
          {user.firstName} {user.lastName}
        </h1>
        <p className="mt-1 break-all text-muted">{user.email}</p>
      </div>
      <PendingButton
        look="secondary"
        isPending={logout.isPending}
        pendingLabel="Logging out..."
        onClick={() => logout.mutate()}
      >
        Logout
      </PendingButton>
    </main>
  );
}
