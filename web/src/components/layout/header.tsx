import { Menu, X } from '@/components/ui/icons';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Wordmark } from '@/components/ui/wordmark';
import { ButtonLink } from '@/components/ui/button';
import { sectionLinks, SiteLink, type SiteLinks } from './site-link';

/** The signed-in user's start page. Null when signed out or not known yet. */
type HomePath = '/admin' | '/dashboard' | null;

function AccountActions({ home }: { home: HomePath }) {
  if (home !== null)
    return <ButtonLink to={home}>{home === '/admin' ? 'Go to Admin' : 'Go to Dashboard'}</ButtonLink>;
  return (
    <>
      <ButtonLink to="/login" variant="quiet" className="max-md:hidden">
        Sign In
      </ButtonLink>
      <ButtonLink to="/get-started">Get Started</ButtonLink>
    </>
  );
}

export function Header({ home }: { home: HomePath }) {
  const { key } = useLocation();
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper">
      <div className="page flex h-16 items-center gap-2">
        <Link to="/" className="-ml-1 flex min-h-11 items-center rounded-control px-1">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="ml-6 flex max-md:hidden">
          {sectionLinks.map(([to, label]) => (
            <SiteLink
              key={to}
              to={to}
              className="inline-flex min-h-11 items-center rounded-control px-3 font-medium text-muted hover:text-ink"
            >
              {label}
            </SiteLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          <AccountActions home={home} />
          {/* The key closes the menu on every navigation, such as Back. */}
          <PhoneMenu key={key} isSignedIn={home !== null} />
        </div>
      </div>
    </header>
  );
}

/** Holds the links that do not fit in the header on a phone. */
function PhoneMenu({ isSignedIn }: { isSignedIn: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen]);

  const Icon = isOpen ? X : Menu;
  const links: SiteLinks = [
    ...sectionLinks,
    ...(isSignedIn ? [] : [['/login', 'Sign In'] as const]),
    ['/contact', 'Contact'],
  ];
  return (
    <div className="md:hidden">
      <button
        ref={button}
        type="button"
        aria-label="Menu"
        aria-expanded={isOpen}
        aria-controls="phone-menu"
        className="-mr-2 grid size-11 place-items-center rounded-control"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon aria-hidden className="size-5" />
      </button>
      <nav
        id="phone-menu"
        aria-label="Main"
        hidden={!isOpen}
        className="absolute inset-x-0 top-full border-b border-line bg-paper shadow-float"
      >
        {links.map(([to, label]) => (
          <SiteLink
            key={to}
            to={to}
            className="flex min-h-12 items-center border-b border-line px-5 font-medium last:border-0"
            onClick={() => setOpen(false)}
          >
            {label}
          </SiteLink>
        ))}
      </nav>
    </div>
  );
}
