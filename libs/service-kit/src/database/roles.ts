import type { ServiceName } from '@desk/contracts';
import { object, string } from 'yup';

export interface ServiceRoles {
  schema: string;
  /** Owns the schema and its tables; migrations run as this role. */
  ownerRole: string;
  /** May only read and write rows of the schema; the service runs as this role. */
  runtimeRole: string;
}

/** Schema and database roles of each service. */
export const serviceRoles: Readonly<Record<ServiceName, ServiceRoles>> = {
  accounts: { schema: 'accounts', ownerRole: 'desk_accounts_owner', runtimeRole: 'desk_accounts' },
  billing: { schema: 'billing', ownerRole: 'desk_billing_owner', runtimeRole: 'desk_billing' },
  'lead-router': { schema: 'leads', ownerRole: 'desk_lead_router_owner', runtimeRole: 'desk_lead_router' },
  notifier: { schema: 'notifications', ownerRole: 'desk_notifier_owner', runtimeRole: 'desk_notifier' },
};

/** May read every schema, for `npm run verify` and `npm run backup`. */
export const verifyRole = 'desk_verify';

export const allRoles: readonly string[] = [
  ...Object.values(serviceRoles).flatMap(({ ownerRole, runtimeRole }) => [ownerRole, runtimeRole]),
  verifyRole,
];

const passwordsSchema = object(Object.fromEntries(allRoles.map((role) => [role, string().required()])));

/**
 * Reads DATABASE_PASSWORDS, a JSON object from role to password.
 * @throws Error that names no password
 */
export function readRolePasswords(text: string): Record<string, string> {
  try {
    return passwordsSchema.validateSync(JSON.parse(text));
  } catch {
    // The causes quote what they could not read.
    throw new Error(
      `DATABASE_PASSWORDS must be a JSON object with the password of each role: ${allRoles.join(', ')}.`,
    );
  }
}
