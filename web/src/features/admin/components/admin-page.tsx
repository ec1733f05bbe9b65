import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { NavLink } from 'react-router';
import { PageHeading } from '@/components/ui/page-heading';

const destinations = [
  ['/admin', 'Overview'],
  ['/admin/leads', 'Leads'],
  ['/admin/waiting', 'Waiting leads'],
  ['/admin/funnels', 'Funnels'],
  ['/admin/integrations', 'Integration requests'],
  ['/admin/receipts', 'Receipts'],
  ['/admin/deliveries', 'Deliveries'],
  ['/admin/disputes', 'Disputes'],
  ['/admin/problems', 'Problems'],
  ['/admin/reconciliation', 'Reconciliation'],
  ['/admin/balance', 'Balance'],
  ['/admin/messages', 'Failed messages'],
  ['/admin/queues', 'Queues'],
  ['/admin/incidents', 'Incidents'],
] as const;

/** Wraps on narrow screens, so every link stays visible. */
const AdminNav = () => (
  <nav aria-label="Admin" className="-mt-2 mb-6 border-b border-line md:-mt-3 md:mb-8">
    <ul className="flex flex-wrap gap-1 max-[1440px]:pb-3">
      {destinations.map(([to, label]) => (
        <li key={to}>
          <NavLink
            to={to}
            end={to === '/admin'}
            className={({ isActive }) =>
              clsx(
                'flex min-h-11 items-center px-3 font-semibold whitespace-nowrap transition-colors duration-150',
                'max-[1440px]:rounded-control max-[1440px]:text-sm min-[1440px]:-mb-px min-[1440px]:rounded-t-control min-[1440px]:border-b-2 min-[1440px]:focus-visible:-outline-offset-2',
                isActive
                  ? 'text-ink max-[1440px]:bg-brand-soft max-[1440px]:text-brand min-[1440px]:border-brand'
                  : 'border-transparent text-muted hover:text-ink',
              )
            }
          >
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
);

/** Heading and navigation shared by all admin pages. */
export function AdminPage({
  children,
  ...heading
}: ComponentProps<typeof PageHeading> & { children: ReactNode }) {
  return (
    <>
      <PageHeading {...heading} />
      <AdminNav />
      {children}
    </>
  );
}
