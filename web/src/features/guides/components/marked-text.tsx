import type { ReactNode } from 'react';

const MARKED = /(\*\*[^*]+\*\*|`[^`]+`)/;

function toElement(part: string, index: number): ReactNode {
  if (part.startsWith('**')) return <strong key={index}>{part.slice(2, -2)}</strong>;
  if (!part.startsWith('`')) return part;
  return (
    <code key={index} className="font-mono text-[0.9em] wrap-anywhere">
      {part.slice(1, -1)}
    </code>
  );
}

/** Shows what is between `**` in bold, and what is between backticks as code. */
export const MarkedText = ({ text }: { text: string }) => <>{text.split(MARKED).map(toElement)}</>;
