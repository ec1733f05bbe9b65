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
import type { Page } from './page';
import { adminPageGroups } from './signed-in-pages';

/** What pages of admins look like in the sidebar, and what waits on them. */
const looks: Readonly<Record<string, Pick<Destination, 'icon' | 'waiting'>>> = {
  '/admin/leads': { icon: ClipboardList },
  '/admin/waiting': { icon: Hourglass, waiting: 'waitingLeads' },
  '/admin/funnels': { icon: Funnel },
  '/admin/reports': { icon: ChartColumn },
  '/admin/held-posts': { icon: FileText, waiting: 'heldPosts' },
  '/admin/integrations': { icon: Plug, waiting: 'integrationRequests' },
  '/admin/problems': { icon: Flag, waiting: 'problems' },
  '/admin/receipts': { icon: ReceiptText },
  '/admin/disputes': { icon: Gavel, waiting: 'disputes' },
  '/admin/reconciliation': { icon: Scale, waiting: 'differences' },
  '/admin/balance': { icon: Landmark },
  '/admin/deliveries': { icon: Send, waiting: 'deliveries' },
  '/admin/queues': { icon: Layers },
  '/admin/messages': { icon: MailX, waiting: 'failedMessages' },
  '/admin/incidents': { icon: TriangleAlert, waiting: 'incidents' },
};

/** Sections of the page /admin, each the first of its group. */
const sections: Readonly<Record<string, Destination>> = {
  People: { to: '/admin#users', label: 'Users', icon: Users, within: '/admin/users/' },
  Money: { to: '/admin#payments', label: 'Payments', icon: CreditCard },
};

const toDestination = ({ path, handle }: Page): Destination => ({
  to: path,
  label: handle.name,
  within: `${path}/`,
  ...(looks[path] ?? { icon: FileText }),
});

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
