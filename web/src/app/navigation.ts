import type { Destination, Navigation } from '@/features/sidebar/lib/navigation';
import {
  ChartColumn,
  ClipboardList,
  CreditCard,
  FileText,
  Flag,
  Funnel,
  Gavel,
  Hourglass,
  Landmark,
  Layers,
  LayoutDashboard,
  MailX,
  Plug,
  ReceiptText,
  Scale,
  Send,
  Settings,
  ShieldCheck,
  TriangleAlert,
  Users,
} from '@/components/ui/icons';
import { findWaitingKind } from '@/lib/waiting';
import type { Page } from './page';
import { adminPageGroups } from './signed-in-pages';

const icons: Readonly<Record<string, Destination['icon']>> = {
  '/admin/leads': ClipboardList,
  '/admin/waiting': Hourglass,
  '/admin/funnels': Funnel,
  '/admin/reports': ChartColumn,
  '/admin/integrations': Plug,
  '/admin/problems': Flag,
  '/admin/receipts': ReceiptText,
  '/admin/disputes': Gavel,
  '/admin/reconciliation': Scale,
  '/admin/balance': Landmark,
  '/admin/deliveries': Send,
  '/admin/queues': Layers,
  '/admin/messages': MailX,
  '/admin/incidents': TriangleAlert,
};

/** Sections of the page /admin, by the group in which each comes first. */
const sections: Readonly<Record<string, Destination>> = {
  People: { to: '/admin#users', label: 'Users', icon: Users, within: '/admin/users/' },
  Money: { to: '/admin#payments', label: 'Payments', icon: CreditCard },
};

function toDestination({ path, handle }: Page): Destination {
  const waiting = findWaitingKind(path);
  return {
    to: path,
    label: handle.name,
    within: `${path}/`,
    icon: icons[path] ?? FileText,
    ...(waiting && { waiting }),
  };
}

const groups: Navigation = adminPageGroups.map(({ name, pages }) => ({
  name,
  destinations: [...(sections[name] ? [sections[name]] : []), ...pages.map(toDestination)],
}));

const settings: Destination = { to: '/settings', label: 'Settings', icon: Settings };

const agentNavigation: Navigation = [
  {
    destinations: [
      { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard, within: '/leads/' },
      { to: '/reports', label: 'Reports', icon: ChartColumn },
      { to: '/integrations', label: 'Integrations', icon: Plug, within: '/integrations/' },
      settings,
    ],
  },
];
const adminNavigation: Navigation = [
  { destinations: [{ to: '/admin', label: 'Admin', icon: ShieldCheck }] },
  ...groups,
  { destinations: [settings] },
];

export const listNavigation = ({ isAdmin }: { isAdmin: boolean }): Navigation =>
  isAdmin ? adminNavigation : agentNavigation;
