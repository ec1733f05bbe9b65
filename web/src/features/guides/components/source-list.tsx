import { sourceGroups } from '@desk/contracts/leads/sources.values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { QueryView } from '@/components/page/query-view';
import { SearchField } from '@/components/ui/search-field';
import { Skeleton } from '@/components/ui/skeleton';
import type { RouteAnswer } from '@/lib/api-client';
import { sourcesQuery } from '../api/list-sources';

type Sources = RouteAnswer<'listSources'>['sources'];

function Groups({ sources }: { sources: Sources }) {
  return sourceGroups.map((group) => {
    const members = sources.filter((source) => source.group === group);
    return members.length === 0 ? null : (
      <section key={group} className="mt-6" aria-label={group}>
        <h3 className="font-semibold">{group}</h3>
        <ul className="grid gap-x-6 sm:grid-cols-2">
          {members.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/docs/posting/${id}`} className="link inline-flex min-h-11 items-center">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

/** All tools whose format we know. Each links to its own page. */
export function SourceList() {
  const query = useQuery(sourcesQuery);
  const [search, setSearch] = useState('');
  const isFound = ({ name }: Sources[number]) => name.toLowerCase().includes(search.toLowerCase());
  return (
    <div className="mt-8">
      <SearchField label="Find your tool" value={search} onSearch={setSearch} className="max-w-80" />
      <QueryView query={query} what="the tools" skeleton={<Skeleton className="mt-6 h-[560px] w-full" />}>
        {({ sources }) =>
          sources.some(isFound) ? (
            <Groups sources={sources.filter(isFound)} />
          ) : (
            <p className="mt-6">
              We know nothing particular about this tool.{' '}
              <Link to="/docs/posting/any" className="link">
                How any tool can post
              </Link>
            </p>
          )
        }
      </QueryView>
    </div>
  );
}
