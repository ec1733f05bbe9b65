import type { ComponentType } from 'react';
import { Plug, ShieldCheck } from '@/components/ui/icons';
import { LayoutDashboard, Settings } from '@/components/ui/product-icons';

export interface Destination {
  readonly to: string;
  readonly label: string;
  readonly icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
  /** Where else one is still at this destination. */
  readonly within: string;
}

const settings: Destination = { to: '/settings', label: 'Settings', icon: Settings, within: '/settings/' };

const forAgents: readonly Destination[] = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard, within: '/leads/' },
  { to: '/integrations', label: 'Integrations', icon: Plug, within: '/integrations/' },
  settings,
];
const forAdmins: readonly Destination[] = [
  { to: '/admin', label: 'Admin', icon: ShieldCheck, within: '/admin/' },
  settings,
];

export const destinationsOf = ({ isAdmin }: { isAdmin: boolean }): readonly Destination[] =>
  isAdmin ? forAdmins : forAgents;
