import { CommandClient } from '@desk/bullmq-transport';
import { getLeadNames, getUserNames, type ResponseOf, USERS_PAGE_MAX } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { inBatches } from '../http/paging.js';

/** What accounts answers about a user. */
export type NamedUser = ResponseOf<typeof getUserNames>['users'][number];
/** The part of a user that lists show. */
export type UserName = Pick<NamedUser, 'id' | 'firstName' | 'lastName'>;

/** Looks up names for lists whose owners store ids only. Unknown ids are left out. */
@Injectable()
export class NamesService {
  constructor(private readonly commands: CommandClient) {}

  async users(ids: readonly (string | null)[]): Promise<ReadonlyMap<string, UserName>> {
    const users = [...(await this.userDetails(ids)).values()];
    return new Map(users.map(({ id, firstName, lastName }) => [id, { id, firstName, lastName }]));
  }

  async userDetails(ids: readonly (string | null)[]): Promise<ReadonlyMap<string, NamedUser>> {
    const known = [...new Set(ids.filter((id) => id !== null))];
    // A lead that many buyers' cards declined has more buyers than one request may name.
    const answers = await Promise.all(
      inBatches(known, USERS_PAGE_MAX).map((userIds) => this.commands.send(getUserNames, { userIds })),
    );
    return new Map(answers.flatMap(({ users }) => users).map((user) => [user.id, user]));
  }

  async leads(ids: readonly string[]): Promise<ReadonlyMap<string, { fullName: string }>> {
    const leadIds = [...new Set(ids)];
    if (leadIds.length === 0) return new Map();
    const { leads } = await this.commands.send(getLeadNames, { leadIds });
    return new Map(leads.map(({ leadId, fullName }) => [leadId, { fullName }]));
  }
}
