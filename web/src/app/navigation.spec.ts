import { describe, expect, it } from '@jest/globals';
import { findDestination } from '@/features/sidebar/lib/navigation';
import { listNavigation } from './navigation';
import { adminPages } from './signed-in-pages';

const admin = listNavigation({ isAdmin: true });
const all = admin.flatMap(({ destinations }) => destinations);
const findLabel = (path: string): string | undefined => {
  const { pathname, hash } = new URL(path, 'https://desk.example');
  return findDestination(admin, { pathname, hash })?.label;
};

describe('the navigation of admins', () => {
  it('has Admin, the groups of pages, and Settings', () => {
    expect(admin.map(({ name, destinations }) => [name, destinations.map(({ label }) => label)])).toEqual([
      [undefined, ['Admin']],
      ['Market', ['Leads', 'Waiting Leads', 'Funnels', 'Reports', 'Held Posts']],
      ['People', ['Users', 'Integration Requests', 'Problems']],
      ['Money', ['Payments', 'Receipts', 'Disputes', 'Reconciliation', 'Balance']],
      ['System', ['Deliveries', 'Queues', 'Failed Messages', 'Incidents']],
      [undefined, ['Settings']],
    ]);
  });

  it('reaches every page of admins that needs no parameter', () => {
    // Needs a state and a lead type, which links of the reports name.
    const ofPlace = '/admin/reports/open-capacity';
    const reachable = adminPages.filter(({ path }) => !path.includes(':') && path !== ofPlace);
    expect(all.map(({ to }) => to)).toEqual(expect.arrayContaining(reachable.map(({ path }) => path)));
  });

  it('shows every page of admins under one destination', () => {
    for (const { path } of adminPages)
      expect([path, findLabel(path.replaceAll(/:\w+/g, 'id'))]).toEqual([path, expect.any(String)]);
    expect(findLabel('/admin')).toBe('Admin');
    expect(findLabel('/admin#users')).toBe('Users');
    expect(findLabel('/admin#payments')).toBe('Payments');
    expect(findLabel('/admin#users_search=ann')).toBe('Admin');
    expect(findLabel('/admin/users/id')).toBe('Users');
    expect(findLabel('/admin/queues/billing.rpc')).toBe('Queues');
  });

  it('has a different icon for each destination, because the collapsed sidebar shows only icons', () => {
    const icons = all.map(({ icon }) => icon);
    expect(new Set(icons).size).toBe(icons.length);
  });
});

describe('the navigation of agents', () => {
  it('has Dashboard, Reports, Integrations and Settings, without groups', () => {
    const [group, ...others] = listNavigation({ isAdmin: false });
    expect(others).toEqual([]);
    expect(group?.name).toBeUndefined();
    expect(group?.destinations.map(({ label }) => label)).toEqual([
      'Dashboard',
      'Reports',
      'Integrations',
      'Settings',
    ]);
  });
});
