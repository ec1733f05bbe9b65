import type { LeadView, NewLeadView } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { DataCipher } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';

/** Ties encrypted content to its view and buyer, so that the content of another view is refused. */
export const toLeadViewPurpose = (buyerId: string, id: string): string =>
  `lead_views.content ${buyerId} ${id}`;

/** $1: buyer. The oldest first. */
export const SELECT_LEAD_VIEWS =
  'SELECT id, content FROM lead_views WHERE buyer_id = $1 ORDER BY created_at, id';

export interface StoredLeadView {
  readonly id: string;
  readonly content: string;
}

export const decryptLeadView = (
  cipher: DataCipher,
  buyerId: string,
  { id, content }: StoredLeadView,
): LeadView => ({
  id,
  ...cipher.decryptJson<NewLeadView>(content, toLeadViewPurpose(buyerId, id)),
});

/** Stores views encrypted and returns them decrypted. */
@Injectable()
export class LeadViewRepository {
  constructor(private readonly cipher: DataCipher) {}

  async list(queries: Pick<Tx, 'query'>, buyerId: string): Promise<LeadView[]> {
    const rows = await queries.query<StoredLeadView>(SELECT_LEAD_VIEWS, [buyerId]);
    return rows.map((row) => decryptLeadView(this.cipher, buyerId, row));
  }

  /** Locks the buyer's row, which a new account does not have yet. Returns whether the buyer was erased. */
  async lockErased(tx: Tx, buyerId: string): Promise<boolean> {
    const buyer = await tx.one<{ isErased: boolean }>(
      'SELECT erased_at IS NOT NULL AS "isErased" FROM buyers WHERE id = $1 FOR UPDATE',
      [buyerId],
    );
    return buyer?.isErased ?? false;
  }

  insert(tx: Tx, buyerId: string, { id, ...content }: LeadView): void {
    tx.send('INSERT INTO lead_views (buyer_id, id, content) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      ...[buyerId, id, this.cipher.encryptJson(content, toLeadViewPurpose(buyerId, id))],
    ]);
  }
}
