import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { QueryView } from '@/components/page/query-view';
import { Section } from '@/components/page/section';
import { Skeleton } from '@/components/ui/skeleton';
import { routeQuery } from '@/lib/route-query';
import { listWaiting } from '@/lib/waiting';

/** What waits for an admin to do something. */
export const Waiting = () => (
  <Section id="waiting" title="What waits for you" className="mt-10 md:mt-12">
    <QueryView
      query={useQuery(routeQuery('getAttention'))}
      what="what waits for you"
      skeleton={<Skeleton className="h-11 w-full max-w-120" />}
    >
      {(attention) => {
        const waiting = listWaiting(attention);
        const isComplete = !Object.values(attention).includes(null);
        return (
          <>
            <ul className="flex flex-wrap gap-x-6 empty:hidden">
              {waiting.map(({ page, name }) => (
                <li key={page}>
                  <Link to={page} className="link inline-flex min-h-11 items-center font-semibold">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
            <p className="text-muted empty:hidden">
              {isComplete
                ? waiting.length === 0 && 'Nothing waits for an admin.'
                : 'Not everything could be counted just now.'}
            </p>
          </>
        );
      }}
    </QueryView>
  </Section>
);
