import { isRouteErrorResponse, useRouteError } from 'react-router';
import { Button } from '@/components/ui/button';
import { getErrorMessage } from '@/lib/api-client';
import { useUser } from '@/lib/current-user';
import { MissingPageError } from '@/lib/missing-page';
import { PublicFrame } from './public-layout';
import { NotFound } from './routes/not-found';

const FALLBACK = 'This page could not be loaded. Please check your connection and try again.';

/** Replaces a page that failed to load or does not exist. */
export function ErrorContent() {
  const error = useRouteError();
  const user = useUser();
  const isMissing =
    error instanceof MissingPageError || (isRouteErrorResponse(error) && error.status === 404);
  if (isMissing) return <NotFound isSignInNeeded={error instanceof MissingPageError && user === null} />;
  return (
    <div className="page section max-w-[640px]! text-center">
      <h1 className="display text-2xl">Something went wrong</h1>
      <p className="mt-3 text-muted">{getErrorMessage(error, FALLBACK)}</p>
      <Button className="mt-8" onClick={() => location.reload()}>
        Try again
      </Button>
    </div>
  );
}

/** Replaces the whole screen when not even a layout can be rendered. */
export const RootError = () => (
  <PublicFrame>
    <ErrorContent />
  </PublicFrame>
);
