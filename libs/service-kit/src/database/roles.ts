import type { ServiceName } from '@desk/contracts';

export interface ServiceRoles {
  schema: string;
  /** Owns the schema and its tables; migrations run as this role. */
  ownerRole: string;
  /** Reads and writes rows of the schema, and nothing else; the service runs as this role. */
  runtimeRole: string;
}

/** Which service has which schema and roles. The only place that says so. */
export const serviceRoles: Readonly<Record<ServiceName, ServiceRoles>> = {
  accounts: { schema: 'accounts', ownerRole: 'desk_accounts_owner', runtimeRole: 'desk_accounts' },
  billing: { schema: 'billing', ownerRole: 'desk_billing_owner', runtimeRole: 'desk_billing' },
  'lead-router': { schema: 'leads', ownerRole: 'desk_lead_router_owner', runtimeRole: 'desk_lead_router' },
  notifier: { schema: 'notifications', ownerRole: 'desk_notifier_owner', runtimeRole: 'desk_notifier' },
};

/** Reads every schema, for the checks of `npm run verify`. */
export const verifyRole = 'desk_verify';

export const allRoles: readonly string[] = [
  ...Object.values(serviceRoles).flatMap(({ ownerRole, runtimeRole }) => [ownerRole, runtimeRole]),
  verifyRole,
];
