import { type ReactNode } from 'react';
import { useLinkClickHandler, useLocation } from 'react-router';

interface SectionLinkProps {
  /** Of a section of the landing page. */
  section: 'features' | 'pricing';
  className?: string;
  onClick?: () => void;
  children: ReactNode;
}

/** On the landing page itself an anchor within the page, elsewhere a link to it. */
export function SectionLink({ section, className, onClick, children }: SectionLinkProps) {
  const target = `/#${section}`;
  const follow = useLinkClickHandler(target);
  const isHere = useLocation().pathname === '/';
  return (
    <a
      href={isHere ? `#${section}` : target}
      className={className}
      onClick={(event) => {
        onClick?.();
        follow(event);
      }}
    >
      {children}
    </a>
  );
}
