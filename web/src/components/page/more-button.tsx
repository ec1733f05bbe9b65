import { PendingButton } from '@/components/ui/button';

interface MoreButtonProps {
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  children: string;
}

/** Loads the next part of a list. Renders nothing at its end. */
export function MoreButton({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  children,
}: MoreButtonProps) {
  if (!hasNextPage) return null;
  return (
    <PendingButton
      variant="secondary"
      className="mt-4"
      isPending={isFetchingNextPage}
      pendingLabel="Loading..."
      onClick={() => void fetchNextPage()}
    >
      {children}
    </PendingButton>
  );
}
