import { Link, useLinkClickHandler, useLocation } from 'react-router';

interface SiteLinkProps {
  /** A page, or a section of the landing page: `/#features`. */
  to: string;
  className: string;
  onClick?: () => void;
  children: string;
}

/** A link to a public page. On the landing page, its sections are plain anchors. */
export function SiteLink({ to, className, onClick, children }: SiteLinkProps) {
  const follow = useLinkClickHandler(to);
  const isLandingPage = useLocation().pathname === '/';
  if (!to.startsWith('/#'))
    return (
      <Link to={to} className={className} onClick={onClick}>
        {children}
      </Link>
    );
  return (
    <a
      href={isLandingPage ? to.slice(1) : to}
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

export type SiteLinks = readonly (readonly [to: string, label: string])[];

export const sectionLinks: SiteLinks = [
  ['/#features', 'Features'],
  ['/#pricing', 'Pricing'],
];
export const legalLinks: SiteLinks = [
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
];
