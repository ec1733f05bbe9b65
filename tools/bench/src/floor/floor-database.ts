import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type ServiceName, serviceNames } from '@desk/contracts';
import { PreparingClient } from '@desk/outbox';
import { serviceRoles, urlForRole } from '@desk/service-kit';
import type { Stack } from '@desk/tool-start';
import pg from 'pg';

const migrateProgram = fileURLToPath(new URL('../../../migrate/dist/main.js', import.meta.url));

/** As many connections as each service has, and of the same kind. */
const CONNECTIONS = 20;

export interface FloorDatabase {
  readonly pools: Readonly<Record<ServiceName, pg.Pool>>;
  readonly funnelId: string;
  close(): Promise<void>;
}

/** A second database on the same server, with the same tables, and with `buyers` buyers in it. */
export async function createFloorDatabase(stack: Stack, buyers: number): Promise<FloorDatabase> {
  const url = new URL(stack.urls.database);
  url.pathname = '/desk_floor';
  await migrate(url.href, stack.secrets.databasePasswords);
  const pools = Object.fromEntries(
    serviceNames.map((service) => {
      const role = serviceRoles[service].runtimeRole;
      const connectionString = urlForRole(url.href, role, stack.secrets.databasePasswords);
      return [service, new pg.Pool({ connectionString, max: CONNECTIONS, Client: PreparingClient })];
    }),
  ) as Record<ServiceName, pg.Pool>;
  const funnelId = await fill(pools, buyers);
  return {
    pools,
    funnelId,
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

function migrate(databaseUrl: string, passwords: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [migrateProgram], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        DATABASE_PASSWORDS: JSON.stringify(passwords),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error('The database for the floor could not be made ready.'));
    });
  });
}

async function fill(pools: Record<ServiceName, pg.Pool>, buyers: number): Promise<string> {
  const funnelId = randomUUID();
  const ids = Array.from({ length: buyers }, () => randomUUID());
  await pools['lead-router'].query("INSERT INTO funnels (id, name) VALUES ($1, 'Floor')", [funnelId]);
  await pools['lead-router'].query(
    `INSERT INTO buyers (id, service_enabled, daily_lead_limit, time_zone, card_usable, card_version, is_open)
     SELECT id, true, 1000, 'America/New_York', true, 1, true FROM unnest($1::uuid[]) AS b(id)`,
    [ids],
  );
  await pools.billing.query(
    `INSERT INTO customers (buyer_id, stripe_customer_id, stripe_payment_method_id, card_version, card_usable)
     SELECT id, 'cus_' || id, 'pm_' || id, 1, true FROM unnest($1::uuid[]) AS b(id)`,
    [ids],
  );
  await pools.notifier.query(
    `INSERT INTO channels (id, buyer_id, kind, address, first_name, verified_at)
     SELECT gen_random_uuid(), id, 'email', id || '@example.com', 'Floor', now() FROM unnest($1::uuid[]) AS b(id)`,
    [ids],
  );
  return funnelId;
}
