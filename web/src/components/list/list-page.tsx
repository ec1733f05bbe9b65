import type { ReactNode } from 'react';
import { Page } from '@/components/page/page';
import type { WithId } from '@/components/ui/data-table-types';
import type { ListDeclaration } from './define-list';
import { List } from './list';
import type { ListParams } from './list-params';

interface ListPageDeclaration<Params extends ListParams, Data, Row extends WithId> extends ListDeclaration<
  Params,
  Data,
  Row
> {
  readonly description?: ReactNode;
}

/** Returns a page that is one list. */
export const listPage = <const Params extends ListParams, Data, Row extends WithId>({
  description,
  ...list
}: ListPageDeclaration<Params, Data, Row>) =>
  function Component() {
    return (
      <Page description={description}>
        <List of={list} />
      </Page>
    );
  };
