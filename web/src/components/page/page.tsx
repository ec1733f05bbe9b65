import type { ComponentProps, ReactNode } from 'react';
import { useMatches } from 'react-router';
import { readPageHandle } from '@/lib/page-title';
import { PageHeading } from './page-heading';

interface PageProps extends Omit<ComponentProps<typeof PageHeading>, 'title'> {
  /** Unless it is the name of the page. */
  title?: string;
  children: ReactNode;
}

/** Heading and content of a signed-in page. */
export function Page({ title, children, ...heading }: PageProps) {
  const name = useMatches()
    .map(({ handle }) => readPageHandle(handle)?.name)
    .findLast((each) => each !== undefined);
  return (
    <>
      <PageHeading title={title ?? name ?? ''} {...heading} />
      {children}
    </>
  );
}
