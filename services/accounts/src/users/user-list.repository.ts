import { searchWithTwoPlans } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, In, Repository } from 'typeorm';
import { UserEntity } from './user.entity.js';

export interface UsersPage {
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
