import type { ReactNode } from 'react';
import { Page } from '@/components/page/page';
import type { ListDeclaration } from './define-list';
import { List } from './list';
import type { ListParams } from './list-params';

interface ListPageProps<Params extends ListParams, Data, Row> {
  of: ListDeclaration<Params, Data, Row>;
  description?: ReactNode;
}

/** A page that is one list. */
export const ListPage = <Params extends ListParams, Data, Row>({
  of,
  description,
}: ListPageProps<Params, Data, Row>) => (
  <Page description={description}>
    <List of={of} />
  </Page>
);
