import { Link } from 'react-router';

/** A lead's name, which leads to its whole way. */
export const LeadLink = ({ id, name }: { id: string; name: string }) => (
  <Link
    to={`/admin/leads/${id}`}
    className="link inline-flex items-center font-semibold wrap-anywhere pointer-coarse:min-h-11"
  >
    {name}
  </Link>
);
