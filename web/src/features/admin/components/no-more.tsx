import { EmptyState } from '@/components/ui/empty-state';

/** On a page behind the last one. */
export const NoMore = ({ of }: { of: string }) => (
  <EmptyState title={`There are no more ${of}`} description="You have seen them all." />
);
