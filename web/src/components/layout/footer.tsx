import { brand } from '@desk/contracts/brand';
import type { ReactNode } from 'react';
import { Wordmark } from '@/components/ui/wordmark';
import { COPYRIGHT_YEAR, leadTypeNames, TAGLINE } from '@/config/site';
import { legalLinks, sectionLinks, SiteLink, type SiteLinks } from './site-link';

const productLinks: SiteLinks = [
  ...sectionLinks,
  ['/get-started', 'Get Started'],
  ['/login', 'Sign In'],
  ['/contact', 'Contact'],
  ['/status', 'System Status'],
];

const Column = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h2 className="text-sm font-semibold">{title}</h2>
    <ul className="mt-2 grid text-sm">{children}</ul>
  </div>
);

const LinkColumn = ({ title, links }: { title: string; links: SiteLinks }) => (
  <Column title={title}>
    {links.map(([to, label]) => (
      <li key={to}>
        <SiteLink
          to={to}
          className="inline-flex min-h-8 items-center text-muted hover:text-ink max-md:min-h-11"
        >
          {label}
        </SiteLink>
      </li>
    ))}
  </Column>
);

export const Footer = () => (
  <footer className="mt-auto border-t border-line bg-sunken">
    <div className="page grid grid-cols-2 gap-x-8 gap-y-10 py-14 md:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
      <div className="max-lg:col-span-full">
        <Wordmark />
        <p className="mt-4 max-w-[36ch] text-sm text-muted">{TAGLINE}</p>
      </div>
      <LinkColumn title="Product" links={productLinks} />
      <LinkColumn title="Legal" links={[...legalLinks, ['/privacy#tcpa', 'TCPA Compliance']]} />
      <Column title="Lead types">
        {leadTypeNames.map((name) => (
          <li key={name} className="inline-flex min-h-8 items-center text-muted">
            {name}
          </li>
        ))}
      </Column>
      <p className="border-t border-line pt-6 text-sm text-muted col-span-full">
        © {COPYRIGHT_YEAR} {brand}. All rights reserved.
      </p>
    </div>
  </footer>
);
