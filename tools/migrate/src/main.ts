import { allRoles, provision, serviceRoles, urlForRole } from '@desk/service-kit';
import { serviceNames } from '@desk/contracts';
import { object, string } from 'yup';
import { ensureDatabase } from './ensure-database.js';
import { migrateService } from './migrate-service.js';

// Prepares the database for this version of the services. Runs before they start; may be repeated.
// DATABASE_URL connects as an administrator. DATABASE_PASSWORDS is a JSON object from role to password.
const passwordsSchema = object(
  Object.fromEntries(allRoles.map((role) => [role, string().required(`DATABASE_PASSWORDS lacks ${role}`)])),
);

async function main(): Promise<void> {
  const { DATABASE_URL: adminUrl, DATABASE_PASSWORDS: passwordsJson } = process.env;
  if (!adminUrl) throw new Error('DATABASE_URL is missing. Set it to the database, as an administrator.');
  const passwords = passwordsSchema.validateSync(JSON.parse(passwordsJson || '{}')) as Record<string, string>;
  await ensureDatabase(adminUrl);
  await provision(adminUrl, passwords);
  console.log('schemas and roles are in place');
  // In parallel, because each service has its own schema.
  const results = await Promise.allSettled(
    serviceNames.map((service) =>
      migrateService(service, urlForRole(adminUrl, serviceRoles[service].ownerRole, passwords)),
    ),
  );
  const failures = results.filter((result) => result.status === 'rejected');
  results.forEach((result, index) => {
    if (result.status === 'fulfilled') console.log(`${serviceNames[index] ?? ''}: ${result.value}`);
  });
  if (failures.length > 0) throw new AggregateError(failures.map(({ reason }) => reason as Error));
}

try {
  await main();
} catch (error) {
  const errors = error instanceof AggregateError ? (error.errors as Error[]) : [error as Error];
  for (const { message } of errors) console.error(message);
  process.exitCode = 1;
}
