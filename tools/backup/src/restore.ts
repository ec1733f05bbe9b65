import { parseArgs } from 'node:util';
import { urlForRole, verifyRole } from '@desk/service-kit';
import { createStripe, toExitCode, toFindingLines, checkDatabase } from '@desk/tool-verify';
import { BackupError } from './backup-error.js';
import { openBackup } from './file/read-file.js';
import { fail, printTable } from './progress.js';
import { restoreBackup } from './restore-backup.js';
import { openTarget, type RestoreTarget } from './restore-target.js';
import { readBackupKeys } from './settings.js';
import type { LeadSituation, UnrecordedPayment } from './provider/unrecorded-payments.js';

const descriptions: Readonly<Record<LeadSituation, string>> = {
  unknown:
    'for leads that came after the backup: the buyer has the lead by mail, this system does not know it',
  waiting:
    'for leads that waited at the time of the backup: they expired now, and nobody is charged for them',
  'offer-open': 'for offers that were open: billing reads the outcome and completes the sale',
  'reserved-for-another':
    'for leads that another buyer had reserved: they may be sold again. Review them before services start',
  closed: 'for leads that are sold or expired here',
};

const MAX_LISTED = 20;

/** Describes the payments after the backup, grouped by their leads' situation. Names ids only. */
function describeUnrecorded(payments: readonly UnrecordedPayment[]): string[] {
  if (payments.length === 0) return ['The card provider has no payment that this database lacks.'];
  const groups = (Object.keys(descriptions) as LeadSituation[]).flatMap((situation) => {
    const group = payments.filter((payment) => payment.situation === situation);
    const listed = group
      .slice(0, MAX_LISTED)
      .map(({ intentId, leadId }) => `    ${intentId}  lead ${leadId}`);
    const more = group.length > MAX_LISTED ? [`    … ${group.length - MAX_LISTED} more`] : [];
    return group.length === 0 ? [] : [`  ${group.length} ${descriptions[situation]}`, ...listed, ...more];
  });
  return [
    `${payments.length} payments at the card provider have no purchase here. Reconciliation lists them again:`,
    ...groups,
  ];
}

/**
 * Invariants that hold in every snapshot: what each of them compares is changed in one transaction. Others hold once the
 * messages in progress have been processed, which takes running services.
 */
const HOLD_AT_ANY_MOMENT: ReadonlySet<string> = new Set([
  'sold-once',
  'daily-limit-holds',
  'slots-match',
  'payment-totals-match',
  'sold-leads-listed',
  'feed-gapless',
  'leads-searchable',
]);

const USAGE = `usage: npm run restore -- FILE [--without-provider]
  Restores a backup into an empty database and checks it. Stop every service first. All or nothing: if anything fails,
  the database is empty as before. If you interrupt it, begin again with a new database.
  Leads that were sold after the backup are not sold again: the card provider's list says which.
  --without-provider  restores although the provider cannot be asked; such leads may be sold and charged again
  BACKUP_KEYS must have the key that the backup names. Restores into .state, whose postgres folder must be away; or
  with DATABASE_URL (administrator) and DATABASE_PASSWORDS as for the migrations, STRIPE_SECRET_KEY and REDIS_URL as for
  billing, into another database. See docs/operations/backups.md.`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'without-provider': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [file, ...rest] = positionals;
  if (values.help) {
    console.log(USAGE);
    return;
  }
  if (file === undefined || rest.length > 0) throw new BackupError(USAGE);
  const backup = await openBackup(file, readBackupKeys(process.env));
  const { takenAt, release, keyId } = backup.header;
  console.log(`Backup of ${takenAt}, release ${release}, key ${keyId}`);
  const usesProvider = !values['without-provider'];
  const target = await openTarget(process.env, usesProvider);
  try {
    const unrecorded = await restoreBackup({
      ...target,
      backup,
      stripe: usesProvider ? createStripe(target.stripe) : undefined,
      onStep: (step) => console.log(step),
      onTable: printTable,
    });
    if (usesProvider) describeUnrecorded(unrecorded).forEach((line) => console.log(line));
    await finish(target);
  } finally {
    await target.stop();
  }
}

async function finish({ adminUrl, passwords, deleteMessages }: RestoreTarget): Promise<void> {
  if (!(await deleteMessages())) console.log('Empty Redis (FLUSHALL) before you start the services.');
  const databaseUrl = urlForRole(adminUrl, verifyRole, passwords);
  const findings = (await checkDatabase({ databaseUrl })).filter(({ name }) => HOLD_AT_ANY_MOMENT.has(name));
  findings.flatMap(toFindingLines).forEach((line) => console.log(line));
  if (toExitCode(findings) !== 0)
    throw new BackupError(
      'The backup is restored, but what it contains breaks the rules above, or they could not be checked. Do not start the services.',
    );
  console.log('Restored. Start the services, then run `npm run verify`.');
}

await main().catch(fail);
