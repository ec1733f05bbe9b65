import { Page } from '@/components/page/page';
import type { WithId } from '@/components/ui/data-table-types';
import type { ListDeclaration } from './define-list';
import { List } from './list';
import type { ListParams } from './list-params';

/** Returns a page that is one list. */
export const listPage = <const Params extends ListParams, Data, Row extends WithId>(
  list: ListDeclaration<Params, Data, Row>,
) =>
  function Component() {
    return (
      <Page description={list.description}>
        <List of={list} />
      </Page>
    );
  };
