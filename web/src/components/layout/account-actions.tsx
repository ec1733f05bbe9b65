import { ButtonLink } from '@/components/ui/button';

/** The signed-in user's start page. Null when signed out or not known yet. */
export type HomePath = '/admin' | '/dashboard' | null;

export function AccountActions({ home }: { home: HomePath }) {
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
