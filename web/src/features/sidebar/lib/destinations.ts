import type { ComponentType } from 'react';
import { LayoutDashboard, Plug, Settings, ShieldCheck } from '@/components/ui/icons';

export interface Destination {
  readonly to: string;
  readonly label: string;
  readonly icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
  /** Path prefix of the pages that belong to this destination. */
  readonly within: string;
}

const settings: Destination = { to: '/settings', label: 'Settings', icon: Settings, within: '/settings/' };

const agentDestinations: readonly Destination[] = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard, within: '/leads/' },
  { to: '/integrations', label: 'Integrations', icon: Plug, within: '/integrations/' },
  settings,
];
const adminDestinations: readonly Destination[] = [
  { to: '/admin', label: 'Admin', icon: ShieldCheck, within: '/admin/' },
  settings,
];

export const listDestinations = ({ isAdmin }: { isAdmin: boolean }): readonly Destination[] =>
  isAdmin ? adminDestinations : agentDestinations;
