import { Link } from 'react-router';

/** Links to the lead's page. */
export const LeadLink = ({ id, name }: { id: string; name: string }) => (
  <Link
    to={`/admin/leads/${id}`}
    className="link inline-flex items-center font-semibold wrap-anywhere pointer-coarse:min-h-11"
  >
    {name}
  </Link>
);
