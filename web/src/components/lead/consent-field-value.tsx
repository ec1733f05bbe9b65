import { Breakable } from '@/components/ui/breakable';
import { getSafeLink } from '@/lib/safe-link';

interface ConsentFieldValueProps {
  value: string;
  /** Whether the field holds a URL. It came from a funnel, so it is linked only if it is safe. */
  isUrl: boolean;
}

export function ConsentFieldValue({ value, isUrl }: ConsentFieldValueProps) {
  const href = isUrl ? getSafeLink(value) : null;
  if (href === null) return <Breakable text={value} />;
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link">
      <Breakable text={value} />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
