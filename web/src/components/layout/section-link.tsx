import { type ReactNode } from 'react';
import { useLinkClickHandler, useLocation } from 'react-router';

interface SectionLinkProps {
  /** A section of the landing page. */
  section: 'features' | 'pricing';
  className?: string;
  onClick?: () => void;
  children: ReactNode;
}

/** A plain anchor on the landing page, a link to that page elsewhere. */
export function SectionLink({ section, className, onClick, children }: SectionLinkProps) {
  const target = `/#${section}`;
  const follow = useLinkClickHandler(target);
  const isLandingPage = useLocation().pathname === '/';
  return (
    <a
      href={isLandingPage ? `#${section}` : target}
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
