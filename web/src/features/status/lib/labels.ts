import type { IncidentStatus, StatusComponent } from '@desk/contracts/status/status.values';

export const componentLabels: Readonly<Record<StatusComponent, string>> = {
  website: 'Website and API',
  accounts: 'Sign-in and accounts',
  leads: 'Lead intake and matching',
  payments: 'Card payments',
  delivery: 'Lead delivery',
};

export const incidentLabels: Readonly<Record<IncidentStatus, string>> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
};
