import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UserEntity } from '../entities/user.entity.js';

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
export class UsersRepository {
  constructor(private readonly dataSource: DataSource) {}

  byEmail(email: string): Promise<UserEntity | null> {
    return this.dataSource.getRepository(UserEntity).findOneBy({ email });
  }

  byId(id: string): Promise<UserEntity | null> {
    return this.dataSource.getRepository(UserEntity).findOneBy({ id });
  }

  /** False when the address or the id is in use. */
  async add(tx: Tx, user: NewUser): Promise<boolean> {
    const added = await tx.query(
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
    return added.length > 0;
  }

  get(tx: Tx, id: string): Promise<UserEntity | null> {
    return tx.manager.findOneBy(UserEntity, { id });
  }

  /** Held until the end of the transaction: changes of one user happen one after the other. */
  lock(tx: Tx, id: string): Promise<UserEntity | null> {
    return tx.manager.findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async change(tx: Tx, id: string, values: Partial<Omit<UserEntity, 'id'>>): Promise<void> {
    await tx.manager.update(UserEntity, { id }, { ...values, updatedAt: new Date() });
  }
}
