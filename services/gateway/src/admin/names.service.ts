import { CommandClient } from '@desk/bullmq-transport';
import { getLeadNames, getUserNames, type ResponseOf, USERS_PAGE_MAX } from '@desk/contracts';
import { Injectable } from '@nestjs/common';

export type UserName = ResponseOf<typeof getUserNames>['users'][number];

/** Names for lists whose owners know ids alone. Who is not known any more is left out. */
@Injectable()
export class NamesService {
  constructor(private readonly commands: CommandClient) {}

  async users(ids: readonly (string | null)[]): Promise<ReadonlyMap<string, UserName>> {
    const userIds = [...new Set(ids.filter((id) => id !== null))];
    // A lead that everybody's card declined has more buyers than one request takes.
    const parts = Array.from({ length: Math.ceil(userIds.length / USERS_PAGE_MAX) }, (_, part) =>
      userIds.slice(part * USERS_PAGE_MAX, (part + 1) * USERS_PAGE_MAX),
    );
    const answers = await Promise.all(
      parts.map((part) => this.commands.send(getUserNames, { userIds: part })),
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
