import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { userPageQuery } from '../api/user';
import { formatName } from '../lib/labels';
import { UserLink } from './user-link';

interface OneUserProps {
  /** 'leads' */
  what: string;
  userId: string;
  onShowAll: () => void;
}

/** Says that a list is limited to one user, and ends it. */
export function OneUser({ what, userId, onShowAll }: OneUserProps) {
  const { data: page } = useQuery(userPageQuery(userId));
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span>
        Only {what} of <UserLink id={userId} name={page ? formatName(page.user) : 'one user'} />
      </span>
      <Button variant="quiet" onClick={onShowAll}>
        Show all {what}
      </Button>
    </p>
  );
}
