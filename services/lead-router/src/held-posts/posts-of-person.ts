import type { ArrivedRequest } from '@desk/contracts';
import type { DataCipher } from '@desk/service-kit';
import type { DataSource } from 'typeorm';
import { decryptRequest } from './held-post-cipher.js';

const BATCH_SIZE = 200;
const SELECT_WAITING = `
  SELECT id, request FROM held_posts WHERE status = 'waiting' AND id > $1 ORDER BY id LIMIT ${BATCH_SIZE}`;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Resolves the escapes of forms and of JSON, except of quotation marks. Never throws. */
const resolveEscapes = (text: string): string =>
  text
    .replace(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
    .replace(/\\{1,3}u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\{1,3}\//g, '/')
    .replace(/\\{1,3}[bfnrt]/g, ' ')
    .normalize('NFC');

const withSpaces = (form: string): string => form.replaceAll('+', ' ');

/** What was posted, with escapes resolved. In a form, a plus sign may stand for a space or for itself. */
export function toText({ contentType, query, body }: ArrivedRequest): string {
  const posted = Buffer.from(body, 'base64').toString('utf8');
  const isForm = !/json|xml|multipart/i.test(contentType) && !/^\s*[[{<]/.test(posted);
  const texts = [query, withSpaces(query), posted, isForm ? withSpaces(posted) : posted];
  return [...new Set(texts.map(resolveEscapes))].join('\n');
}

/** Matches an address, but not as a part of a longer one. */
const toEmailPattern = (email: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{M}\p{N}_.+-]|[\p{L}\p{M}\p{N}]')` +
      email.replace(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`) +
      String.raw`(?![\p{L}\p{M}\p{N}]|[.-][\p{L}\p{N}])`,
    'u',
  );

/** Intake accepts these between digits. */
const SEPARATORS = String.raw`[\s().+\-‐‑–—/•·]{0,5}`;
/** Matches a number, but not as a part of a longer or foreign one. */
const toPhonePattern = (phone: string): RegExp =>
  new RegExp(
    String.raw`(?<!\d|\+\d{1,3}${SEPARATORS})(?:1${SEPARATORS})?` +
      Array.from(phone.slice(-10)).join(SEPARATORS) +
      String.raw`(?!\d)`,
  );

/** Whether a request names a person, by the normalized address or number that leads are stored with. */
export function isOfPerson(
  request: ArrivedRequest,
  { email, phone }: { readonly email?: string; readonly phone?: string },
): boolean {
  const text = toText(request).toLowerCase();
  if (email !== undefined && toEmailPattern(email).test(text)) return true;
  return phone !== undefined && toPhonePattern(phone).test(text);
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
