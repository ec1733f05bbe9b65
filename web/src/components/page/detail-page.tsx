import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useParams } from 'react-router';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { SearchX } from '@/components/ui/icons';
import { ApiError } from '@/lib/api-client';
import { capitalize } from '@/lib/capitalize';
import { usePageTitle } from '@/lib/page-title';
import { Page } from './page';
import { QueryView } from './query-view';

/** Returns a page that shows the item whose id is in its path. The page remounts when the id changes. */
export const withParam = (name: string, Content: ComponentType<{ id: string }>) =>
  function Component() {
    const { [name]: id = '' } = useParams();
    return <Content key={id} id={id} />;
  };

interface DetailPageProps<Data extends Head, Head> {
  query: UseQueryResult<Data>;
  /** 'lead' */
  noun: string;
  /** Link to the list that the item belongs to. */
  back: { to: string; label: string };
  /** What is known of the item before it is loaded, or if loading fails. */
  known?: Head | undefined;
  title: (head: Head) => string;
  description?: (head: Head) => ReactNode;
  actions?: (head: Head) => ReactNode;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Whether the item does not exist. An id that is not a UUID is an invalid request. */
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.problem?.status === 404 || error.problem?.code === 'INVALID_REQUEST');

/** The page of one item: its title, and what to show while it loads, if it fails to load or does not exist. */
export function DetailPage<Data extends Head, Head = Data>({
  query,
  noun,
  back,
  known,
  title,
  description,
  actions,
  skeleton,
  children,
}: DetailPageProps<Data, Head>) {
  const { data, error } = query;
  const head = data ?? known;
  const name = head === undefined ? null : title(head);
  usePageTitle(name);
  if (isMissing(error))
    return (
      <Page back={back}>
        <EmptyState
          icon={SearchX}
          title={`${capitalize(noun)} not found`}
          action={<ButtonLink to={back.to}>Go to {back.label}</ButtonLink>}
        />
      </Page>
    );
  return (
    <Page
      back={back}
      {...(name !== null && { title: name })}
      {...(head !== undefined && description && { description: description(head) })}
      {...(head !== undefined && actions && { actions: actions(head) })}
    >
      <QueryView query={query} what={`the ${noun}`} skeleton={skeleton}>
        {children}
      </QueryView>
    </Page>
  );
}
