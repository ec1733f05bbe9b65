import { ButtonLink } from '@/components/ui/button';

/** Where a signed-in person goes on; null: nobody is signed in, or it is not known yet. */
export type Home = '/admin' | '/dashboard' | null;

export function AccountActions({ home }: { home: Home }) {
  if (home !== null)
    return <ButtonLink to={home}>{home === '/admin' ? 'Go to Admin' : 'Go to Dashboard'}</ButtonLink>;
  return (
    <>
      <ButtonLink to="/login" variant="quiet" className="max-md:hidden">
        Sign In
      </ButtonLink>
      <ButtonLink to="/get-started">Get Started</ButtonLink>
    </>
  );
}
