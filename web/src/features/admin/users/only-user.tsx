import type { OnlyParam } from '@/components/list/list-params';
import { Button } from '@/components/ui/button';
import { formatName } from '@/lib/person-name';
import { UserLink } from '../columns';
import { useFreshQuery } from '../queries';

/** Says that the list is limited to one user, with a button that removes this limit. */
export const OnlyUser: OnlyParam['Note'] = ({ id, many, onShowAll }) => {
  const { data: page, isError } = useFreshQuery('getUser', { params: { userId: id } });
  const nameless = isError ? formatName(null) : 'one agent';
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span>
        Only {many} of {page === undefined ? nameless : <UserLink id={id} name={formatName(page.user)} />}
      </span>
      <Button variant="quiet" onClick={onShowAll}>
        Show all {many}
      </Button>
    </p>
  );
};
