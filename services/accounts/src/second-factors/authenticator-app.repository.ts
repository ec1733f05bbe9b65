import type { Tx } from '@desk/outbox';
import { DataCipher, InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { CredentialEnv } from '../credentials/credential-settings.js';

interface AppRow {
  readonly id: string;
  readonly encryptedSecret: string;
}

interface AuthenticatorApp {
  readonly id: string;
  /** base32 */
  readonly secret: string;
}

const SETUP_MINUTES = 15;

const toPurpose = (id: string): string => `authenticator app ${id}`;

/** Secrets are encrypted with `CREDENTIAL_KEYS`, so that a copy of the database alone produces no codes. */
@Injectable()
export class AuthenticatorAppRepository {
  private readonly cipher: DataCipher;

  constructor(@InjectEnv() env: Pick<CredentialEnv, 'CREDENTIAL_KEYS'>) {
    this.cipher = new DataCipher(env.CREDENTIAL_KEYS);
  }

  /** Inserts an app that is being set up, in place of any earlier attempt. */
  async insertUnconfirmed(tx: Tx, userId: string, { id, secret }: AuthenticatorApp): Promise<void> {
    await tx.query('DELETE FROM authenticator_apps WHERE user_id = $1 AND confirmed_at IS NULL', [userId]);
    await tx.query('INSERT INTO authenticator_apps (id, user_id, encrypted_secret) VALUES ($1, $2, $3)', [
      id,
      userId,
      this.cipher.encrypt(secret, toPurpose(id)),
    ]);
  }

  async findUnconfirmed(tx: Tx, userId: string, id: string): Promise<AuthenticatorApp | undefined> {
    const [row] = await tx.query<AppRow>(
      `SELECT id, encrypted_secret AS "encryptedSecret" FROM authenticator_apps
        WHERE id = $1 AND user_id = $2 AND confirmed_at IS NULL
          AND created_at > now() - interval '${SETUP_MINUTES} minutes'`,
      [id, userId],
    );
    return row && this.open(row);
  }

  async confirm(tx: Tx, id: string, name: string, step: number): Promise<void> {
    await tx.query(
      'UPDATE authenticator_apps SET name = $2, last_step = $3, confirmed_at = now() WHERE id = $1',
      [id, name, step],
    );
  }

  /** Returns those that work. */
  async listConfirmed(tx: Tx, userId: string): Promise<AuthenticatorApp[]> {
    const rows = await tx.query<AppRow>(
      `SELECT id, encrypted_secret AS "encryptedSecret" FROM authenticator_apps
        WHERE user_id = $1 AND confirmed_at IS NOT NULL AND review IS DISTINCT FROM 'off' ORDER BY created_at`,
      [userId],
    );
    return rows.map((row) => this.open(row));
  }

  /** Returns false if a code of this step or a later one was accepted before: each code works once. */
  async useStep(tx: Tx, id: string, step: number): Promise<boolean> {
    const used = await tx.query(
      `UPDATE authenticator_apps SET last_step = $2, last_used_at = now()
        WHERE id = $1 AND last_step < $2 RETURNING id`,
      [id, step],
    );
    return used.length > 0;
  }

  /** @throws Error for a secret that was written without the keys */
  private open({ id, encryptedSecret }: AppRow): AuthenticatorApp {
    const secret = this.cipher.decrypt(encryptedSecret, toPurpose(id));
    if (secret === encryptedSecret) throw new Error(`the secret of app ${id} is not encrypted`);
    return { id, secret };
  }
}
