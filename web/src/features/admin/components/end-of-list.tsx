import { EmptyState } from '@/components/ui/empty-state';

/** Shown on a page past the last one. */
export const EndOfList = ({ of }: { of: string }) => (
  <EmptyState title={`No more ${of}`} description="You've reached the end of the list." />
);
