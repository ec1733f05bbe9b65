import { Link } from 'react-router';

/** The server records what the sentence says: the terms, the time and the network. */
export const TermsSentence = ({ action }: { action: string }) => (
  <p className="text-sm text-muted">
    By choosing {action} you accept the{' '}
    <Link to="/terms" className="link">
      Terms of Service
    </Link>{' '}
    and the{' '}
    <Link to="/privacy" className="link">
      Privacy Policy
    </Link>
    .
  </p>
);
