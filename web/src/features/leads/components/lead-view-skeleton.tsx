import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';

const Lines = ({ count }: { count: number }) => (
  <div className="grid gap-4">
    {Array.from({ length: count }, (_, line) => (
      <Skeleton key={line} className={line % 2 === 0 ? 'h-4.5 w-4/5' : 'h-4.5 w-3/5'} />
    ))}
  </div>
);

export const LeadViewSkeleton = () => (
  <div aria-hidden className="@container">
    <div className="grid items-start gap-4 @3xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] @3xl:gap-6">
      <div className="grid gap-4 @3xl:gap-6">
        <Card>
          <Lines count={6} />
        </Card>
        <Card>
          <Lines count={8} />
        </Card>
      </div>
      <div className="grid gap-4 @3xl:gap-6">
        <Card>
          <Skeleton className="mb-4 h-11" />
          <Skeleton className="h-32" />
        </Card>
        <Card>
          <Lines count={3} />
        </Card>
      </div>
    </div>
  </div>
);
