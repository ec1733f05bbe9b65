import { HandleCommand } from '@desk/bullmq-transport';
import {
  getUserNames,
  listUsers,
  readUsPhone,
  type RequestOf,
  searchUserIds,
  type UserSort,
} from '@desk/contracts';
import { escapeLike, searchWithTwoPlans } from '@desk/service-kit';
import { Controller, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, In, Repository } from 'typeorm';
import { AdminAccess } from '../credentials/admin-access.js';
import { toCurrentUser } from './current-user.js';
import { UserEntity } from './user.entity.js';

interface UsersPage {
  /** From `toSearchPatterns`; a user must match all of them. */
  readonly patterns: readonly string[];
  /** One of `userOrders`. */
  readonly order: string;
  readonly offset: number;
  readonly limit: number;
}

/** For common terms: rows to scan in list order per requested row before falling back to the index. */
const SCANNED_ROWS_PER_RESULT = 20;

@Injectable()
export class UserListRepository {
  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
  ) {}

  /** Returns the ids of one page in the requested order. */
  async findIds(page: UsersPage): Promise<string[]> {
    if (page.patterns.length === 0) return this.selectIds('users', '', page);
    return searchWithTwoPlans({
      limit: page.limit,
      scanInOrder: () => this.scanInOrder(page),
      searchIndex: () => this.searchIndex(page),
    });
  }

  async count(patterns: readonly string[]): Promise<number> {
    const rows: { total: number }[] = await this.dataSource.query(
      `SELECT count(*)::int AS total FROM users ${whereMatches(patterns)}`,
      [...patterns],
    );
    return rows[0]?.total ?? 0;
  }

  /** Returns the users found, in no particular order. */
  findByIds(ids: readonly string[]): Promise<UserEntity[]> {
    return this.users.findBy({ id: In([...ids]) });
  }

  /** Searches only the first rows of the list. A full page is correct; a shorter one may miss matches further down. */
  private scanInOrder(page: UsersPage): Promise<string[]> {
    const maxScanned = (page.offset + page.limit) * SCANNED_ROWS_PER_RESULT;
    const firstRows = `(SELECT * FROM users ORDER BY ${page.order} LIMIT ${maxScanned}) u`;
    return this.selectIds(firstRows, whereMatches(page.patterns), page);
  }

  private searchIndex(page: UsersPage): Promise<string[]> {
    // OFFSET 0 keeps the planner from scanning the whole list in order instead of using the trigram index.
    return this.selectIds(`(SELECT * FROM users ${whereMatches(page.patterns)} OFFSET 0) u`, '', page);
  }

  private async selectIds(
    from: string,
    where: string,
    { patterns, order, offset, limit }: UsersPage,
  ): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT id FROM ${from} ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
      [...patterns],
    );
    return rows.map(({ id }) => id);
  }
}

/** What the index `users_folded_search` holds. */
const FOUND_BY = 'user_search_text(first_name, last_name, email, company_name, phone)';

const whereMatches = (patterns: readonly string[]): string =>
  patterns
    .map((_, index) => `${index === 0 ? 'WHERE' : 'AND'} ${FOUND_BY} LIKE fold_text($${index + 1})`)
    .join(' ');

/** ORDER BY lists, each with its own index. All are unambiguous, so that pages neither overlap nor skip rows. */
const userOrders: Readonly<Record<UserSort, string>> = {
  newest: 'created_at DESC, id DESC',
  oldest: 'created_at, id',
  name: 'lower(first_name), lower(last_name), id',
  email: 'email',
  company: 'lower(company_name), id',
  limit: 'daily_lead_limit DESC, created_at DESC, id DESC',
  status: 'service_enabled DESC, created_at DESC, id DESC',
  role: 'is_admin DESC, created_at DESC, id DESC',
};

/**
 * Returns one LIKE pattern per word of the search; a user must match all of them. Words of one or two letters match
 * only the beginning of a word: anywhere else they would match nearly every user, and no trigram index helps.
 * The database folds case, accents, apostrophes and hyphens. A phone number matches in any spelling.
 */
export function toSearchPatterns(search: string): string[] {
  const phone = readUsPhone(search);
  if (typeof phone === 'string') return [`%${phone.slice(-10)}%`];
  return search
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${word.length < 3 ? ' ' : ''}${escapeLike(word)}%`);
}

@Controller()
export class UserListsController {
  constructor(
    private readonly lists: UserListRepository,
    private readonly adminAccess: AdminAccess,
  ) {}

  @HandleCommand(listUsers)
  async list({ actorId, search, sort = 'newest', page, pageSize }: RequestOf<typeof listUsers>) {
    await this.adminAccess.assertAllowed(actorId);
    const patterns = toSearchPatterns(search ?? '');
    const [ids, total] = await Promise.all([
      this.lists.findIds({
        patterns,
        order: userOrders[sort],
        offset: (page - 1) * pageSize,
        limit: pageSize,
      }),
      this.lists.count(patterns),
    ]);
    const usersById = new Map((await this.lists.findByIds(ids)).map((user) => [user.id, user]));
    return {
      users: ids.flatMap((id) => {
        const user = usersById.get(id);
        return user ? [{ ...toCurrentUser(user), disabled: user.disabledAt !== null }] : [];
      }),
      total,
    };
  }

  @HandleCommand(searchUserIds)
  async searchIds({ text, limit }: RequestOf<typeof searchUserIds>) {
    const patterns = toSearchPatterns(text);
    return { userIds: await this.lists.findIds({ patterns, order: userOrders.newest, offset: 0, limit }) };
  }

  @HandleCommand(getUserNames)
  async getNames({ userIds }: RequestOf<typeof getUserNames>) {
    const users = await this.lists.findByIds(userIds);
    return {
      users: users.map(({ id, firstName, lastName, companyName, timeZone }) => ({
        id,
        firstName,
        lastName,
        companyName,
        timeZone,
      })),
    };
  }
}
