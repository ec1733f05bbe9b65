import { Link } from 'react-router';

/** Links to the user's page. */
export const UserLink = ({ id, name }: { id: string; name: string }) => (
  <Link
    to={`/admin/users/${id}`}
    className="link inline-flex items-center font-semibold wrap-anywhere pointer-coarse:min-h-11"
  >
    {name}
  </Link>
);
