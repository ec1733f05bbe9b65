import { type Difference, isUuid } from '@desk/contracts';
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
  type PartObject,
  type RecordedPart,
  type RecordedPayment,
} from './compare.js';
import { RecordRepository } from './record.repository.js';

interface Comparison {
  readonly finding: Finding | undefined;
  /** Whether the finding is of another kind than the known difference, and may pass. */
  readonly isInProgress: boolean;
}

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
    const findings = payments.flatMap((payment) => {
      const row = rows.get(payment.id);
      if (!row && !isUuid(payment.purchaseId ?? '')) return [];
      return comparePayment(payment, row) ?? [];
    });
    return this.withoutPaymentsInProgress(findings, rows, to);
  }

  async compareUnseenPayments(rows: readonly RecordedPayment[], to: Date): Promise<Finding[]> {
    const findings = await Promise.all(
      rows.map(async (row) => comparePayment(await this.client.findPayment(row.intentId), row)),
    );
    return this.withoutPaymentsInProgress(
      findings.filter((finding) => finding !== undefined),
      new Map(rows.map((row) => [row.intentId, row])),
      to,
    );
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

  async compareUnseenPart(object: PartObject, row: RecordedPart, to: Date): Promise<Finding | undefined> {
    const finding = comparePart(object, await this.findPart(object, row.providerId), row, row.purchaseId);
    return isInProgress(row, to) ? undefined : finding;
  }

  /** Compares what both sides have now. */
  async compareAgain({ object, kind, providerId }: Difference, to: Date): Promise<Comparison> {
    if (object === 'payment') {
      const payment = await this.client.findPayment(providerId);
      const rows = await this.records.findPayments([providerId]);
      const finding = comparePayment(payment, rows.get(providerId));
      if (!finding || finding.kind === kind) return { finding, isInProgress: false };
      const [lasting] = await this.withoutPaymentsInProgress([finding], rows, to);
      return { finding, isInProgress: lasting === undefined };
    }
    const part = await this.findPart(object, providerId);
    const purchases = part ? await this.findPurchaseIds([part]) : new Map<string, string>();
    const row = (await this.records.findParts(object, [providerId])).get(providerId);
    const finding = comparePart(object, part, row, purchases.get(part?.intentId ?? '') ?? null);
    return { finding, isInProgress: finding?.kind !== kind && isInProgress(row, to) };
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
  private async withoutPaymentsInProgress(
    findings: readonly Finding[],
    rows: ReadonlyMap<string, RecordedPayment>,
    to: Date,
  ): Promise<Finding[]> {
    const lasting = findings.filter(({ providerId }) => !isInProgress(rows.get(providerId), to));
    if (!lasting.some(({ kind }) => kind === 'refunded-there-only')) return lasting;
    const refunded = await this.client.listRefundedSince(to);
    return lasting.filter(
      ({ kind, providerId }) => kind !== 'refunded-there-only' || !refunded.has(providerId),
    );
  }
}

const isInProgress = (row: { readonly changedAt: Date } | undefined, to: Date): boolean =>
  row !== undefined && row.changedAt >= to;
