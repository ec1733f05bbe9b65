import { isUuid, type ReconciledObject } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import {
  type PaymentPart,
  type ProviderPayment,
  ReconciliationClient,
} from '../provider/reconciliation-client.js';
import {
  comparePart,
  comparePayment,
  type Finding,
  type RecordedPart,
  type RecordedPayment,
} from './compare.js';
import { type PartObject, RecordRepository } from './record.repository.js';

/** Pairs the provider's objects with our rows and compares them. Rows that changed since `to` may be in progress. */
@Injectable()
export class ObjectComparer {
  constructor(
    private readonly client: ReconciliationClient,
    private readonly records: RecordRepository,
  ) {}

  /** Payments without our id in their metadata are not ours. */
  async comparePayments(payments: readonly ProviderPayment[], to: Date): Promise<Finding[]> {
    const rows = await this.records.findPayments(payments.map(({ id }) => id));
    const findings: Finding[] = [];
    for (const payment of payments) {
      const row = rows.get(payment.id);
      if (!row && !isUuid(payment.purchaseId ?? '')) continue;
      const finding = comparePayment(payment, row);
      if (finding && !(await this.isPaymentInProgress(finding, row, to))) findings.push(finding);
    }
    return findings;
  }

  async compareParts(object: PartObject, parts: readonly PaymentPart[], to: Date): Promise<Finding[]> {
    const [purchases, rows] = await Promise.all([
      this.findPurchaseIds(parts),
      this.records.findParts(
        object,
        parts.map(({ id }) => id),
      ),
    ]);
    return parts.flatMap((part) => {
      const [row, purchaseId] = [rows.get(part.id), purchases.get(part.intentId ?? '')];
      if (!row && purchaseId === undefined) return [];
      const finding = comparePart(object, part, row, purchaseId ?? null);
      return finding && !isInProgress(row, to) ? [finding] : [];
    });
  }

  async compareUnseenPayment(row: RecordedPayment, to: Date): Promise<Finding | undefined> {
    const finding = comparePayment(await this.client.findPayment(row.intentId), row);
    return finding && !(await this.isPaymentInProgress(finding, row, to)) ? finding : undefined;
  }

  async compareUnseenPart(object: PartObject, row: RecordedPart, to: Date): Promise<Finding | undefined> {
    const finding = comparePart(object, await this.findPart(object, row.providerId), row, row.purchaseId);
    return isInProgress(row, to) ? undefined : finding;
  }

  /** Compares what both sides have now. */
  async compareById(object: ReconciledObject, providerId: string): Promise<Finding | undefined> {
    if (object === 'payment') {
      const payment = await this.client.findPayment(providerId);
      return comparePayment(payment, (await this.records.findPayments([providerId])).get(providerId));
    }
    const part = await this.findPart(object, providerId);
    const purchases = part ? await this.findPurchaseIds([part]) : new Map<string, string>();
    const row = (await this.records.findParts(object, [providerId])).get(providerId);
    return comparePart(object, part, row, purchases.get(part?.intentId ?? '') ?? null);
  }

  /** Returns the ids of our purchases by payment. */
  async findPurchaseIds(
    parts: readonly { readonly intentId: string | null }[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await this.records.findPayments(parts.flatMap(({ intentId }) => intentId ?? []));
    return new Map([...rows].map(([intentId, { id }]) => [intentId, id]));
  }

  private findPart(object: PartObject, id: string): Promise<PaymentPart | undefined> {
    return object === 'refund' ? this.client.findRefund(id) : this.client.findDispute(id);
  }

  /** A refund that was just made at the provider has not changed our row yet. */
  private async isPaymentInProgress(
    { kind, providerId }: Finding,
    row: RecordedPayment | undefined,
    to: Date,
  ): Promise<boolean> {
    return (
      isInProgress(row, to) ||
      (kind === 'refunded-there-only' && (await this.client.hasRefundSince(providerId, to)))
    );
  }
}

const isInProgress = (row: { readonly changedAt: Date } | undefined, to: Date): boolean =>
  row !== undefined && row.changedAt >= to;
