import { estimateRows } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface UsersPage {
  /** Of `searchPatterns`; all must fit. */
  readonly patterns: readonly string[];
  /** One of `userOrders`. */
  readonly order: string;
  readonly offset: number;
  readonly limit: number;
}

/** What no more users than that are expected to fit is found at once by the index of trigrams. */
const RARE = 2_000;
/** Of what is common, so many users for each one wanted are looked at in the list's order, before the index is asked. */
const WALKED_FOR_EACH = 20;

@Injectable()
export class UserListsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findIds(page: UsersPage): Promise<string[]> {
    if (page.patterns.length === 0) return this.read('users', '', page);
    if ((await this.expected(page.patterns)) <= RARE) return this.everywhere(page);
    const near = await this.nearby(page);
    return near.length === page.limit ? near : this.everywhere(page);
  }

  async count(patterns: readonly string[]): Promise<number> {
    const rows: { total: number }[] = await this.dataSource.query(
      `SELECT count(*)::int AS total FROM users ${fitting(patterns)}`,
      [...patterns],
    );
    return rows[0]?.total ?? 0;
  }

  private expected(patterns: readonly string[]): Promise<number> {
    return estimateRows(this.dataSource, `SELECT FROM users ${fitting(patterns)}`, patterns);
  }

  /** Those that fit among the first in the list. A page of them is the page; fewer say nothing. */
  private nearby(page: UsersPage): Promise<string[]> {
    const walked = (page.offset + page.limit) * WALKED_FOR_EACH;
    const first = `(SELECT * FROM users ORDER BY ${page.order} LIMIT ${walked}) u`;
    return this.read(first, fitting(page.patterns), page);
  }

  private everywhere(page: UsersPage): Promise<string[]> {
    // OFFSET 0 keeps the planner from walking the whole list, where it should ask the index.
    return this.read(`(SELECT * FROM users ${fitting(page.patterns)} OFFSET 0) u`, '', page);
  }

  private async read(
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

const fitting = (patterns: readonly string[]): string =>
  patterns
    .map((_, index) => `${index === 0 ? 'WHERE' : 'AND'} search_text LIKE lower($${index + 1})`)
    .join(' ');
