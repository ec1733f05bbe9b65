import { Link, useLocation, useNavigate } from 'react-router';
import { Button, ButtonLink } from '@/components/ui/button';
import { usePageTitle } from '@/lib/page-title';
import { returnTo } from '@/lib/return-path';

interface NotFoundProps {
  /** The page exists, but only for people who are signed in. */
  isSignInNeeded?: boolean;
}

export function NotFound({ isSignInNeeded = false }: NotFoundProps) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  usePageTitle('Page Not Found');
  return (
    <div className="page flex grow flex-col items-start justify-center py-24 md:items-center md:text-center">
      <p className="display tabular text-4xl text-muted">404</p>
      <h1 className="display mt-2 text-2xl">Page Not Found</h1>
      <p className="mt-3 max-w-[46ch] text-muted">
        We couldn't find this page. It may have moved, or you may need to sign in first.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/">Go to Homepage</ButtonLink>
        {/* In a tab that was opened for this page, there is nothing to go back to. */}
        <Button variant="secondary" onClick={() => void (history.length > 1 ? navigate(-1) : navigate('/'))}>
          Go Back
        </Button>
      </div>
      {isSignInNeeded ? (
        <p className="mt-6">
          Do you have an account?{' '}
          <Link
            to="/login"
            state={returnTo(pathname + search + hash)}
            className="link inline-flex min-h-11 items-center font-semibold"
          >
            Sign in to open this page
          </Link>
        </p>
      ) : null}
    </div>
  );
}
