import type { ArrivedRequest, HeldPost } from '@desk/contracts';
import type { DataCipher } from '@desk/service-kit';

/** Why a post was refused: the names in it are the sender's. */
export type Refusal = Pick<HeldPost, 'detail' | 'faults'>;

/** The encrypted columns of `held_posts`. */
export const heldPostColumns = ['request', 'refusal'] as const;
export const toHeldPostPurpose = (column: (typeof heldPostColumns)[number], id: string): string =>
  `held_posts.${column} ${id}`;

export const encryptRefusal = (cipher: DataCipher, id: string, { detail, faults }: Refusal): string =>
  cipher.encryptJson({ detail, faults }, toHeldPostPurpose('refusal', id));
export const decryptRefusal = (cipher: DataCipher, id: string, stored: string): Refusal =>
  cipher.decryptJson<Refusal>(stored, toHeldPostPurpose('refusal', id));
export const encryptRequest = (cipher: DataCipher, id: string, request: ArrivedRequest): string =>
  cipher.encryptJson(request, toHeldPostPurpose('request', id));
export const decryptRequest = (cipher: DataCipher, id: string, stored: string): ArrivedRequest =>
  cipher.decryptJson<ArrivedRequest>(stored, toHeldPostPurpose('request', id));
