import { type DocumentKind, documentKinds } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import {
  crashPoint,
  InjectEnv,
  InjectLogger,
  type Logger,
  PeriodicTasks,
  type SettingsOf,
} from '@desk/service-kit';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type businessSettings, readBusiness } from './business-settings.js';
import { DocumentIssuerRepository } from './document-issuer.repository.js';

const INTERVAL_MS = 1_000;
const BATCH_SIZE = 500;

/**
 * Issues documents after the charge. Numbering them in the charge's transaction would make all charges wait for each
 * other (ADR 9).
 */
@Injectable()
export class DocumentIssuer implements OnModuleInit {
  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly repository: DocumentIssuerRepository,
    @InjectEnv() private readonly env: SettingsOf<typeof businessSettings>,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.tasks.start({ name: 'document issuing', intervalMs: INTERVAL_MS, run: () => this.issueDue() });
  }

  /** A credit note refers to a receipt, and a reversal to a credit note, so they follow in this order. */
  async issueDue(): Promise<void> {
    for (const kind of documentKinds) while ((await this.issueBatch(kind)) === BATCH_SIZE);
  }

  private async issueBatch(kind: DocumentKind): Promise<number> {
    // Idle copies do not lock anything.
    if (!(await this.repository.hasDue(kind))) return 0;
    const issued = await this.transactions.run(async (tx) => {
      const last = await this.repository.lockLastNumber(tx, kind);
      const due = await this.repository.findDue(tx, kind, BATCH_SIZE);
      if (due.length === 0) return 0;
      const businessId = await this.repository.getBusinessId(tx, readBusiness(this.env));
      await this.repository.insert(tx, kind, { last, businessId, due });
      this.repository.setIssued(tx, kind, due);
      crashPoint('billing.receipts.before-commit');
      return due.length;
    });
    if (issued > 0) this.logger.info({ kind, issued }, 'billing documents issued');
    return issued;
  }
}
