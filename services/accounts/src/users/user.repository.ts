import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type CurrentUserRow, currentUserColumns } from './current-user.js';
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
>;

@Injectable()
export class UserRepository {
  private readonly selectCurrentUser: string;

  constructor(private readonly dataSource: DataSource) {
    this.selectCurrentUser = `SELECT ${currentUserColumns(dataSource)} FROM users u WHERE u.id = $1`;
  }

  findById(id: string): Promise<UserEntity | null> {
    return this.dataSource.getRepository(UserEntity).findOneBy({ id });
  }

  async findCurrentUser(id: string): Promise<CurrentUserRow | undefined> {
    const [row]: CurrentUserRow[] = await this.dataSource.query(this.selectCurrentUser, [id]);
    return row;
  }

  isEmailTaken(email: string, tx?: Tx): Promise<boolean> {
    return (tx?.manager ?? this.dataSource.manager).existsBy(UserEntity, { email });
  }

  findByEmail(email: string): Promise<UserEntity | null> {
    return this.dataSource.getRepository(UserEntity).findOneBy({ email });
  }

  /** Returns null if the email address or the id is taken. */
  async insert(tx: Tx, user: NewUser): Promise<UserEntity | null> {
    const inserted = await tx.query(
      `INSERT INTO users
         (id, email, password, first_name, last_name, phone, company_name, is_admin, daily_lead_limit)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id`,
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
      ],
    );
    return inserted.length === 0 ? null : tx.manager.findOneBy(UserEntity, { id: user.id });
  }

  /** Returns false if another account has the address by now. */
  async updateEmail(tx: Tx, id: string, email: string): Promise<boolean> {
    if (await this.isEmailTaken(email, tx)) return false;
    await this.update(tx, id, { email });
    return true;
  }

  /** Locks the row until the transaction ends, so that changes to one user run one after another. */
  lock(tx: Tx, id: string): Promise<UserEntity | null> {
    return tx.manager.findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async update(tx: Tx, id: string, values: Partial<Omit<UserEntity, 'id'>>): Promise<void> {
    await tx.manager.update(UserEntity, { id }, { ...values, updatedAt: new Date() });
  }
}
