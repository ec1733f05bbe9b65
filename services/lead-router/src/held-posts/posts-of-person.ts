import type { ArrivedRequest } from '@desk/contracts';
import type { DataCipher } from '@desk/service-kit';
import type { DataSource } from 'typeorm';
import { decryptRequest } from './held-post-cipher.js';

const BATCH_SIZE = 200;
const SELECT_WAITING = `
  SELECT id, request FROM held_posts WHERE status = 'waiting' AND id > $1 ORDER BY id LIMIT ${BATCH_SIZE}`;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** What was posted, as text: forms with their escapes resolved. */
export function toText({ query, body }: ArrivedRequest): string {
  const posted = `${query} ${Buffer.from(body, 'base64').toString('utf8')}`;
  try {
    return `${posted} ${decodeURIComponent(posted.replaceAll('+', ' '))}`;
  } catch {
    return posted;
  }
}

/** Whether a request names a person, by the normalized address or number that leads are stored with. */
export function isOfPerson(
  request: ArrivedRequest,
  { email, phone }: { readonly email?: string; readonly phone?: string },
): boolean {
  const text = toText(request).toLowerCase();
  if (email !== undefined && text.includes(email)) return true;
  return phone !== undefined && text.replaceAll(/[\s().+-]/g, '').includes(phone.slice(-10));
}

/** Reads every waiting post, of which each funnel has few: what arrived is encrypted and cannot be searched. */
export async function findHeldPosts(
  dataSource: DataSource,
  cipher: DataCipher,
  person: { readonly email?: string; readonly phone?: string },
): Promise<readonly { readonly id: string; readonly request: ArrivedRequest }[]> {
  const found: { id: string; request: ArrivedRequest }[] = [];
  for (let after = FIRST_ID; ;) {
    const rows: { id: string; request: string }[] = await dataSource.query(SELECT_WAITING, [after]);
    for (const { id, request: stored } of rows) {
      const request = decryptRequest(cipher, id, stored);
      if (isOfPerson(request, person)) found.push({ id, request });
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return found;
    after = last.id;
  }
}
