import { codeOf, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { type CurrentUserRow, currentUserColumns } from './current-user.js';
import { emailTakenError } from './email.js';
import { UserEntity } from './user.entity.js';

export type NewUser = Pick<
  UserEntity,
  | 'id'
  | 'email'
  | 'password'
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'companyName'
  | 'isAdmin'
  | 'dailyLeadLimit'
  | 'emailConfirmBy'
  | 'termsAcceptedAt'
  | 'termsVersion'
  | 'termsNetwork'
> & {
  /** Default: the default of the column. */
  readonly timeZone?: string | undefined;
};

/** Also the column's default. Most agents live there. */
const DEFAULT_TIME_ZONE = 'America/New_York';
const UNIQUE_VIOLATION = '23505';

@Injectable()
export class UserRepository {
  private readonly selectCurrentUser: string;

  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
  ) {
    this.selectCurrentUser = `SELECT ${currentUserColumns(dataSource)} FROM users u WHERE u.id = $1`;
  }

  findById(id: string): Promise<UserEntity | null> {
    return this.users.findOneBy({ id });
  }

  async findCurrentUser(id: string): Promise<CurrentUserRow | undefined> {
    const [row]: CurrentUserRow[] = await this.dataSource.query(this.selectCurrentUser, [id]);
    return row;
  }

  /** Whether another account than `userId` has the address, or can still return to it by undoing a change. */
  async isEmailTaken(
    email: string,
    { tx, userId = null }: { tx?: Tx; userId?: string | null } = {},
  ): Promise<boolean> {
    const [row]: { isTaken: boolean }[] = await (tx?.manager ?? this.dataSource.manager).query(
      `SELECT EXISTS (SELECT 1 FROM users WHERE email = $1 AND id IS DISTINCT FROM $2::uuid)
           OR EXISTS (SELECT 1 FROM email_changes
                       WHERE previous_email = $1 AND undo_token_hash IS NOT NULL AND undo_expires_at > now()
                         AND user_id IS DISTINCT FROM $2::uuid) AS "isTaken"`,
      [email, userId],
    );
    return row?.isTaken === true;
  }

  findByEmail(email: string, tx?: Tx): Promise<UserEntity | null> {
    return (tx?.manager ?? this.dataSource.manager).findOneBy(UserEntity, { email });
  }

  /** Returns null if the email address or the id is taken. The address may still be reserved: see `isEmailTaken`. */
  async insert(tx: Tx, user: NewUser): Promise<UserEntity | null> {
    const inserted = await tx.query(
      `INSERT INTO users
         (id, email, password, first_name, last_name, phone, company_name, is_admin, daily_lead_limit,
          email_confirm_by, time_zone, terms_accepted_at, terms_version, terms_network)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, COALESCE($11, '${DEFAULT_TIME_ZONE}'), $12, $13, $14)
       ON CONFLICT DO NOTHING RETURNING id`,
      [
        user.id,
        user.email,
        user.password,
        user.firstName,
        user.lastName,
        user.phone,
        user.companyName,
        user.isAdmin,
        user.dailyLeadLimit,
        user.emailConfirmBy,
        user.timeZone ?? null,
        user.termsAcceptedAt,
        user.termsVersion,
        user.termsNetwork,
      ],
    );
    return inserted.length === 0 ? null : tx.manager.findOneBy(UserEntity, { id: user.id });
  }

  /**
   * Moves an account to an address that its owner has just confirmed.
   * @throws EMAIL_TAKEN if another account has the address by now
   */
  async updateEmail(tx: Tx, id: string, email: string, emailConfirmedAt: Date): Promise<void> {
    if (await this.isEmailTaken(email, { tx, userId: id })) throw emailTakenError();
    try {
      await this.update(tx, id, { email, emailConfirmedAt, emailBouncedAt: null, cardDigitFailures: 0 });
    } catch (error) {
      // Taken by a concurrent transaction after the check.
      if (codeOf(error) === UNIQUE_VIOLATION) throw emailTakenError();
      throw error;
    }
  }

  /** Locks the row until the transaction ends, so that changes to one user run one after another. */
  lock(tx: Tx, id: string): Promise<UserEntity | null> {
    return tx.manager.findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async update(tx: Tx, id: string, values: Partial<Omit<UserEntity, 'id'>>): Promise<void> {
    await tx.manager.update(UserEntity, { id }, { ...values, updatedAt: new Date() });
  }
}
