import { DomainError, type SecondFactorKind, type UserDetails } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface SecondFactorRow {
  readonly id: string;
  readonly kind: SecondFactorKind;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly needsReview: boolean;
  readonly isOff: boolean;
}

type FactorCounts = Omit<UserDetails['secondFactors'], 'required'>;

/**
 * Authenticator apps and passkeys together. `rename`, `keep` and `delete` return the factor's kind and throw
 * SECOND_FACTOR_NOT_FOUND if it is not the user's. Callers of `keep` and `delete` hold the lock on the user.
 */
@Injectable()
export class SecondFactorRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(userId: string, tx?: Tx): Promise<SecondFactorRow[]> {
    return (tx?.manager ?? this.dataSource).query(
      `SELECT id, 'app' AS kind, name, confirmed_at AS "createdAt", last_used_at AS "lastUsedAt",
              review IS NOT NULL AS "needsReview", review IS NOT DISTINCT FROM 'off' AS "isOff"
         FROM authenticator_apps WHERE user_id = $1 AND confirmed_at IS NOT NULL
       UNION ALL
       SELECT id, 'passkey', name, created_at, last_used_at,
              review IS NOT NULL, review IS NOT DISTINCT FROM 'off'
         FROM passkeys WHERE user_id = $1
       ORDER BY "createdAt", id`,
      [userId],
    );
  }

  /** Counts unused recovery codes, and the factors that a recovery of the account did not turn off. */
  async count(userId: string, tx?: Tx): Promise<FactorCounts> {
    const [row]: FactorCounts[] = await (tx?.manager ?? this.dataSource).query(
      `SELECT (SELECT count(*)::int FROM authenticator_apps
                WHERE user_id = $1 AND confirmed_at IS NOT NULL AND review IS DISTINCT FROM 'off') AS apps,
              (SELECT count(*)::int FROM passkeys
                WHERE user_id = $1 AND review IS DISTINCT FROM 'off') AS passkeys,
              (SELECT count(*)::int FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL) AS "recoveryCodesLeft"`,
      [userId],
    );
    return row ?? { apps: 0, passkeys: 0, recoveryCodesLeft: 0 };
  }

  rename(tx: Tx, userId: string, id: string, name: string): Promise<SecondFactorKind> {
    return changeOne(tx, (table) => `UPDATE ${table} SET name = $3`, [id, userId, name]);
  }

  /** Ends the review of a factor. */
  keep(tx: Tx, userId: string, id: string): Promise<SecondFactorKind> {
    return changeOne(tx, (table) => `UPDATE ${table} SET review = NULL`, [id, userId]);
  }

  delete(tx: Tx, userId: string, id: string): Promise<SecondFactorKind> {
    return changeOne(tx, (table) => `DELETE FROM ${table}`, [id, userId]);
  }
}

async function changeOne(
  tx: Tx,
  change: (table: string) => string,
  values: readonly string[],
): Promise<SecondFactorKind> {
  const [row] = await tx.query<{ kind: SecondFactorKind }>(
    `WITH app AS (${change('authenticator_apps')}
                   WHERE id = $1 AND user_id = $2 AND confirmed_at IS NOT NULL RETURNING 'app' AS kind),
          passkey AS (${change('passkeys')} WHERE id = $1 AND user_id = $2 RETURNING 'passkey' AS kind)
     SELECT kind FROM app UNION ALL SELECT kind FROM passkey`,
    [...values],
  );
  if (!row) throw new DomainError('SECOND_FACTOR_NOT_FOUND');
  return row.kind;
}
